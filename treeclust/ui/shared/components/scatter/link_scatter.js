// One instance per place on the page. The server sends {figure, links, rev, …}; the tab keeps the live list of links, draws it at once
// and reports it as component state {rev, items}. A new rev from the server means: forget yours, take mine.
import { TC, hover, pin, rowsBelow, whenGone } from "../shared.js";
import { hush, say, setMode, writeHint, writeLegend } from "./frame.js";
import { Geometry } from "./geometry.js";
import { choose, onDown, onKey, onMove, onUp } from "./gestures.js";
import { withLink } from "./link_rules.js";
import { kindFor, linking } from "./mode.js";
import { drawOverlay } from "./overlay.js";
import { keepPart, noteWhole, takePart } from "./part.js";
import { closePicker } from "./picker.js";
import { dimSolid, solidLines } from "./solid.js";
import { fitTitles } from "./titles.js";
import { rowName, showTooltip } from "./tooltip.js";

const INSTANCES = new WeakMap();
// While the page is drawn anew, the plot can be on it twice for a moment; TC.plot is one that is there.
const LIVING = new Set();
const CONFIG = {
  displaylogo: false,
  scrollZoom: true,
  responsive: false,
  doubleClick: "reset",
  plotlyServerURL: "",
  modeBarButtonsToRemove: ["sendChartToCloud", "select2d", "lasso2d", "autoScale2d", "zoom2d", "pan2d", "hoverClosest3d", "tableRotation"],
};

const keysOf = (links) => links.map(([a, b, kind]) => `${Math.min(a, b)}-${Math.max(a, b)} ${kind}`).sort().join();

// A first tree that comes together with new colours is drawn before them: it is what one waits for, and is quicker.
const treeIsDrawn = async () => {
  const until = performance.now() + 300;
  while (document.querySelector(".tc-tree:empty") && performance.now() < until) await new Promise((go) => setTimeout(go, 10));
};

class LinkScatter {
  constructor(root) {
    this.root = root;
    const find = (name) => root.querySelector(`.tc-${name}`);
    Object.assign(this, { wrap: find("wrap"), gd: find("plot"), svg: find("overlay"), tip: find("tip"), hint: find("hint") });
    Object.assign(this, { actions: find("actions"), legendBar: find("legend") });
    Object.assign(this, { links: [], pairs: [], legend: [], groups: [], broken: new Set(), clash: new Set(), clusterOf: new Map() });
    Object.assign(this, { rev: null, pending: null, cursor: null, picker: null, hidden: new Set(), drag: null, hoveredLink: null, hoveredRow: null, ready: false, message: null });
    this.geometry = new Geometry(this.gd);
    this.listeners = [];
    const listen = (target, name, run, capture = false) => {
      target.addEventListener(name, run, { capture });
      this.listeners.push(() => target.removeEventListener(name, run, { capture }));
    };
    listen(this.gd, "pointerdown", (event) => onDown(this, event), true);
    listen(this.gd, "mousedown", (event) => this.swallow && (event.stopImmediatePropagation(), event.preventDefault()), true);
    listen(window, "pointermove", (event) => onMove(this, event));
    listen(window, "pointerup", (event) => onUp(this, event));
    // the keys of a notebook are its own, but for those pressed in the plot
    listen(root.closest(".tc-notebook") ?? window, "keydown", (event) => onKey(this, event), true);
    listen(TC.bus, "payload", () => this.render());
    listen(TC.bus, "focus", () => this.refocus());
    for (const button of root.querySelectorAll("button[data-mode]")) button.onclick = () => setMode(this, button.dataset.mode);
    this.sizes = new ResizeObserver(() => this.ready && window.Plotly.Plots.resize(this.gd));
    this.sizes.observe(this.wrap);
    LIVING.add(this);
    TC.pixel = (row) => TC.plot?.pagePixel(row) ?? null;
    TC.stacks = () => [...(TC.plot?.geometry.stacks?.values() ?? [])].filter((rows) => rows.length > 1);
    TC.links = () => (TC.plot?.links ?? []).map(([a, b, kind]) => ({ a, b, kind }));
    // Links are drawn at once and told to the server then: whether it has sent them back.
    TC.agreed = () => Boolean(TC.plot) && keysOf(TC.plot.links) === keysOf(TC.plot.component.data.links);
  }

  destroy() {
    for (const stop of this.listeners) stop();
    this.sizes.disconnect();
    clearTimeout(this.message);
    clearTimeout(this.focusing);
    if (this.ready) window.Plotly.purge(this.gd);
    this.ready = false;
    LIVING.delete(this);
    if (TC.plot === this) TC.plot = [...LIVING].at(-1) ?? null;
  }

  update(component) {
    this.component = component;
    TC.plot = this;
    const { data } = component;
    if (data.rev !== this.rev) {
      this.rev = data.rev;
      this.links = data.links.map((link) => [...link]);
      this.pending = null;
    }
    this.pairs = data.pairs;
    this.legend = data.legend;
    this.keys = data.keys;
    this.broken = new Set(data.broken.map(([a, b]) => `${a}-${b}`));
    this.clash = new Set(data.clash.map(([a, b]) => `${a}-${b}`));
    this.soft = new Set(data.soft.map(([a, b]) => `${a}-${b}`));
    this.wrap.style.height = `${data.height}px`;
    if (data.notice && data.notice.id !== TC.noticeId) say(this, data.notice.text);
    TC.noticeId = data.notice?.id;
    setMode(this, TC.mode);
    writeLegend(this);
    return this.render();
  }

  async render() {
    const wanted = this.component?.data.figure;
    const figure = TC.store.figure;
    const theme = this.themeKey();
    if (!wanted || figure?.id !== wanted || !TC.plotly || (this.drawn === wanted + theme && !this.solid)) return this.draw();
    const plotly = await TC.plotly;
    await treeIsDrawn();
    const overtaken = this.component.data.figure !== wanted || (this.drawn === wanted + theme && !this.solid);
    if (!this.gd.isConnected || overtaken) return;
    const { data, layout } = JSON.parse(figure.json);
    this.solid = Boolean(layout.scene);
    const lines = this.solid ? solidLines(data, this.shownLinks(), this.pairs, this.ink()) : [];
    this.paint(layout);
    takePart(this, layout);
    for (const trace of data) trace.unselected = this.solid ? undefined : { marker: { opacity: 0.1 } };
    this.gd.tcColours = null;
    this.focusKey = "";
    await plotly.react(this.gd, [...data, ...lines], layout, CONFIG);
    this.drawn = wanted + theme;
    noteWhole(this);
    this.geometry.read();
    this.cursor = null;
    closePicker(this);
    this.clusterOf = new Map(data.flatMap((trace) => Array.from(this.gd._fullData[data.indexOf(trace)].customdata, (row) => [row, trace.meta])));
    if (!this.ready) this.listenToPlotly();
    this.ready = true;
    writeHint(this);
    this.refocus();
    this.draw();
  }

  listenToPlotly() {
    this.gd.on("plotly_relayout", (changed) => {
      if (!keepPart(this, changed)) return;
      this.drawn = null;
      this.render();
    });
    for (const name of ["plotly_relayout", "plotly_relayouting", "plotly_afterplot"]) this.gd.on(name, () => this.draw());
    const rowOf = (event) => event.points?.[0]?.customdata ?? null;
    this.gd.on("plotly_hover", (event) => this.solid && this.hoverSolid(rowOf(event), event.event));
    this.gd.on("plotly_unhover", () => this.solid && this.hoverSolid(null));
    this.gd.on("plotly_click", (event) => {
      const row = rowOf(event);
      if (!this.solid || row === null) return;
      if (TC.mode === "inspect") this.inspect(row);
      else if (linking()) choose(this, row, kindFor(event.event));
    });
  }

  // The row and the one before it are also told to the server, which knows why they are where they are.
  inspect(row) {
    pin({ row });
    if (!TC.focus.pinned) return;
    this.inspected = [row, ...(this.inspected ?? []).filter((other) => other !== row)].slice(0, 2);
    this.component.setStateValue("inspected", this.inspected);
  }

  hoverSolid(row, event) {
    showTooltip(this, row, event ? this.geometry.at(event) : [0, 0]);
    hover({ row });
  }

  ink() {
    const style = getComputedStyle(this.wrap);
    const read = (name, fallback) => style.getPropertyValue(name).trim() || fallback;
    return {
      text: read("--st-text-color", "#1F2A37"), grid: read("--st-border-color", "#DDE3EA"), back: read("--st-background-color", "#FFFFFF"),
      font: read("--st-font", "sans-serif"), must: read("--tc-must", "#1F2A37"), cannot: read("--tc-cannot", "#C2410C"),
      diameter: read("--tc-diameter", "#7C3AED"), split: read("--tc-split", "#BE185D"), question: read("--tc-question", "#0B88BD"),
    };
  }

  themeKey() {
    const { text, back } = this.ink();
    return text + back;
  }

  paint(layout) {
    const { text, grid, font, back } = this.ink();
    const axis = { gridcolor: grid, linecolor: grid, tickcolor: grid, zeroline: false, automargin: true, color: text, backgroundcolor: back };
    Object.assign(layout, { autosize: true, paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)", clickmode: "event" });
    layout.font = { family: font, color: text, size: 13 };
    layout.modebar = { bgcolor: "rgba(0,0,0,0)", color: grid, activecolor: text };
    fitTitles(layout, this.wrap.clientWidth, this.wrap.clientHeight);
    const holder = layout.scene ?? layout;
    for (const name of ["xaxis", "yaxis", "zaxis"]) if (holder[name]) holder[name] = { ...axis, ...holder[name] };
  }

  add(a, b, kind) {
    const { links, refusal } = withLink(this.links, a, b, kind, rowName, ([one, two]) => this.soft.has(`${one}-${two}`));
    if (refusal) return say(this, refusal);
    hush(this);
    return this.commit(links);
  }

  commit(links) {
    this.links = links;
    writeLegend(this);
    if (this.solid) this.render();
    else this.draw();
    this.component.setStateValue("links", { rev: this.rev, items: links });
  }

  // Those of a kind that is not hidden.
  shownLinks() {
    return this.links.filter((link) => !this.hidden.has(link[2]));
  }

  toggleKind(kind) {
    if (!this.hidden.delete(kind)) this.hidden.add(kind);
    writeLegend(this);
    this.draw();
  }

  draw() {
    drawOverlay(this);
  }

  // Points outside the focus step back; the plot itself does the dimming.
  refocus() {
    if (!this.ready) return;
    const below = TC.focus.node === null ? null : rowsBelow(TC.focus.node);
    const key = below ? `${TC.store.tree.id}:${TC.focus.node}:${this.drawn}` : "";
    this.draw();
    if (key === (this.focusKey ?? "")) return;
    this.focusKey = key;
    clearTimeout(this.focusing);
    this.focusing = setTimeout(() => this.dim(below), TC.focus.pinned ? 0 : 70);
  }

  dim(below) {
    const marks = this.gd._fullData.filter((trace) => trace.customdata);
    const inside = marks.map((trace) => Array.from(trace.customdata, (row) => !below || below(row)));
    if (this.solid) return dimSolid(this.gd, inside, this.ink().back);
    const chosen = inside.map((flags) => (below ? flags.flatMap((on, i) => (on ? [i] : [])) : null));
    return window.Plotly.restyle(this.gd, { selectedpoints: chosen });
  }

  pagePixel(row) {
    if (!this.ready || this.solid || !this.geometry.has(row)) return null;
    const box = this.gd.getBoundingClientRect();
    const [x, y] = this.geometry.pixel(row);
    return { x: box.left + x + window.scrollX, y: box.top + y + window.scrollY };
  }
}

export const mountScatter = (component) => {
  const root = component.parentElement;
  let plot = INSTANCES.get(root);
  if (!plot) {
    plot = new LinkScatter(root);
    INSTANCES.set(root, plot);
  }
  plot.update(component).catch((error) => console.error("link-scatter", error));
  return whenGone(root, () => {
    plot.destroy();
    INSTANCES.delete(root);
  });
};
