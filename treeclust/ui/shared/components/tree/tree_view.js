// The tree on screen: fit, zoom, pan, focus on a node or on a row's path, save as a picture. Graphviz draws the SVG.
import { TC, hover, pathTo, pin, unpin, whenGone } from "../shared.js";
import { clusterBar, distribution } from "./facts.js";
import { bestDrawing, cardHeight, homeBox } from "./layout.js";

const TREES = new WeakMap();
const LARGE = 2.6;
const isLarge = () => Boolean(document.fullscreenElement) || document.body.classList.contains("tc-present");
const WORDS = "Point at a node to see its rows, or at a row to see its path. Click to keep it; Esc lets go.";

class TreeView {
  constructor(root) {
    this.root = root;
    this.host = root.querySelector(".tc-tree");
    this.words = root.querySelector(".tc-tree-words");
    this.facts = root.querySelector(".tc-tree-facts");
    this.folded = new Set();
    this.listeners = [];
    const listen = (target, name, run, options) => {
      target.addEventListener(name, run, options);
      this.listeners.push(() => target.removeEventListener(name, run, options));
    };
    listen(this.host, "wheel", (event) => this.wheel(event), { passive: false });
    listen(this.host, "pointerdown", (event) => this.down(event));
    listen(window, "pointermove", (event) => this.move(event));
    listen(window, "pointerup", (event) => this.up(event));
    listen(this.host, "pointerover", (event) => hover({ node: this.nodeAt(event) }));
    listen(this.host, "pointerleave", () => hover({}));
    listen(this.host, "keydown", (event) => this.key(event));
    listen(this.host, "dblclick", (event) => this.fold(this.nodeAt(event)));
    listen(document, "fullscreenchange", () => this.svg && this.fit());
    listen(window, "keydown", (event) => event.key === "Escape" && present(false));
    listen(TC.bus, "focus", () => this.refocus());
    listen(TC.bus, "payload", () => this.refocus());
    const acts = { in: () => this.zoom(1 / 1.3), out: () => this.zoom(1.3), fit: () => this.fit(), png: () => this.picture() };
    Object.assign(acts, { fold: () => this.fold(TC.focus.node), full: () => this.fill(), present: () => present() });
    for (const button of root.querySelectorAll("[data-act]")) button.onclick = acts[button.dataset.act];
    this.watch = new ResizeObserver(() => this.svg && this.fit());
    this.watch.observe(this.host);
  }

  destroy() {
    for (const stop of this.listeners) stop();
    present(false);
    this.watch.disconnect();
  }

  update({ data }) {
    this.data = data;
    if (data.svg === this.text) return;
    this.text = data.svg;
    this.drawings = [data.svg, data.across, data.airy, data.outline].map((text) => {
      const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
      return document.importNode(parsed, true);
    });
    this.sizes = this.drawings.map(({ viewBox }) => [viewBox.baseVal.width, viewBox.baseVal.height]);
    this.folded.clear();
    this.svg = null;
    this.fit();
    unpin();
    this.refocus();
  }

  // What a drawing has to fit into: the whole screen, or a card that is as high as the server says.
  room() {
    return [this.host.clientWidth, isLarge() ? this.host.clientHeight : this.data.height];
  }

  fit() {
    const room = this.room();
    const best = bestDrawing(this.sizes, room);
    const higher = [room[0], cardHeight(this.sizes, best, room, window.innerWidth)];
    this.host.style.height = `${higher[1]}px`;
    if (this.drawings[best] !== this.svg) this.draw(this.drawings[best]);
    const [x, y, width, height] = this.visible();
    const [left, top, w, h] = homeBox([width, height], isLarge() ? room : higher, this.rootPlace([x, y]), isLarge() ? LARGE : undefined);
    this.home = [left + x, top + y, w, h];
    this.highEnough = height <= h + 1;
    this.show([...this.home]);
  }

  draw(svg) {
    this.svg = svg;
    this.host.replaceChildren(svg);
    const facts = TC.store.tree?.id === this.data.id ? TC.store.tree.facts : [];
    this.barred = facts.length > 0;
    for (const group of svg.querySelectorAll(".split")) {
      if (!group.querySelector(".tc-share")) clusterBar(group, facts[Number(group.id.slice(1))]?.shares);
    }
    this.refold();
    this.refocus();
  }

  // The drawing without what is folded away.
  visible() {
    const [width, height] = this.sizes[this.drawings.indexOf(this.svg)];
    if (!this.folded.size) return [0, 0, width, height];
    const boxes = [...this.svg.querySelectorAll(".node:not(.gone)")].map((group) => this.placeOf(group));
    const [left, top] = [0, 1].map((i) => Math.min(...boxes.map((box) => box[i])) - 8);
    return [left, top, Math.max(...boxes.map((box) => box[0] + box[2])) + 8 - left, Math.max(...boxes.map((box) => box[1] + box[3])) + 8 - top];
  }

  // A box in the units of the viewBox; Graphviz draws upwards from the bottom.
  placeOf(group) {
    const { x, y, width, height } = group.getBBox();
    const moved = group.ownerSVGElement.querySelector("g").transform.baseVal.consolidate().matrix;
    return [x + moved.e, y + moved.f, width, height];
  }

  rootPlace([left, top]) {
    const [x, y, width, height] = this.placeOf(this.svg.querySelector("#n0"));
    return [x + width / 2 - left, y + height / 2 - top];
  }

  // What is below a node is hidden, or shown again.
  fold(node) {
    if (node === null || node === undefined || !TC.store.tree?.parents.includes(node)) return;
    if (!this.folded.delete(node)) this.folded.add(node);
    this.refold();
    this.fit();
  }

  refold() {
    const hidden = (index) => index >= 0 && pathTo(index).slice(1).some((above) => this.folded.has(above));
    for (const group of this.svg.querySelectorAll(".node, .edge")) {
      const index = Number(group.id.replace(/\D+/g, ""));
      group.classList.toggle("gone", this.folded.size > 0 && hidden(index));
      group.classList.toggle("folded", this.folded.has(index) && group.classList.contains("node"));
    }
  }

  fill() {
    if (document.fullscreenElement) document.exitFullscreen();
    else this.root.querySelector(".tc-tree-card").requestFullscreen();
  }

  // Where nothing is above or below what is shown, a finger that moves up or down scrolls the page, as everywhere.
  show(box) {
    this.box = box;
    this.host.style.touchAction = this.highEnough && box[3] >= this.home[3] - 1 ? "pan-y pinch-zoom" : "none";
    this.svg.setAttribute("viewBox", box.map((value) => value.toFixed(2)).join(" "));
  }

  zoom(factor, clientX, clientY) {
    const area = this.svg.getBoundingClientRect();
    const fx = clientX === undefined ? 0.5 : (clientX - area.left) / area.width;
    const fy = clientY === undefined ? 0.5 : (clientY - area.top) / area.height;
    const [x, y, w, h] = this.box;
    const f = Math.min(this.home[2] * 1.5, Math.max(this.home[2] / 30, w * factor)) / w;
    this.show([x + w * fx * (1 - f), y + h * fy * (1 - f), w * f, h * f]);
  }

  wheel(event) {
    event.preventDefault();
    this.zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15, event.clientX, event.clientY);
  }

  down(event) {
    if (event.button === 0) this.drag = { x: event.clientX, y: event.clientY, box: this.box, moved: false };
  }

  move(event) {
    const { drag } = this;
    if (!drag) return;
    const scale = this.box[2] / this.svg.getBoundingClientRect().width;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    drag.moved ||= Math.hypot(dx, dy) > 4;
    if (drag.moved) this.show([drag.box[0] - dx * scale, drag.box[1] - dy * scale, drag.box[2], drag.box[3]]);
  }

  up(event) {
    const { drag } = this;
    this.drag = null;
    if (drag && !drag.moved) this.choose(event);
  }

  nodeAt(event) {
    const group = event.target.closest?.(".node");
    return group && this.host.contains(group) ? Number(group.id.slice(1)) : null;
  }

  // Enter or space keeps a node in focus; the arrow keys need no more than Tab here.
  key(event) {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    this.choose(event);
  }

  choose(event) {
    const node = this.nodeAt(event);
    if (node === null) unpin();
    else pin({ node });
  }

  refocus() {
    if (!this.svg) return;
    const tree = TC.store.tree;
    const fresh = tree?.id === this.data.id;
    const { row, node } = TC.focus;
    const target = !fresh ? null : node ?? (row === null ? null : tree.leaves[row]);
    const path = new Set(target === null || target === undefined ? [] : pathTo(target).map((index) => `n${index}`));
    if (fresh && node !== null) tree.parents.forEach((_, index) => pathTo(index).includes(node) && path.add(`n${index}`));
    this.host.classList.toggle("focused", path.size > 0);
    for (const group of this.svg.querySelectorAll(".node")) group.classList.toggle("on", path.has(group.id));
    for (const group of this.svg.querySelectorAll(".edge")) group.classList.toggle("on", path.has(group.id.slice(3)));
    if (fresh && !this.barred) this.draw(this.svg);
    this.words.textContent = path.size ? tree.paths[target] : this.data.words ?? WORDS;
    this.facts.replaceChildren(...(path.size ? [distribution(tree.facts[target])] : []));
    this.root.querySelector('[data-act="fold"]').disabled = !fresh || node === null || !tree.parents.includes(node);
  }

  picture() {
    const image = new Image();
    const [width, height] = this.sizes[0];
    image.onload = () => {
      const canvas = document.createElement("canvas");
      Object.assign(canvas, { width: width * 2, height: height * 2 });
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      canvas.toBlob((blob) => save(blob, "tree.png"));
      URL.revokeObjectURL(image.src);
    };
    image.src = URL.createObjectURL(new Blob([this.data.svg], { type: "image/svg+xml" }));
  }
}

// Plot and tree in large type: the style sheet hides the rest of the page.
const present = (on = !document.body.classList.contains("tc-present")) => {
  if (on === document.body.classList.contains("tc-present")) return;
  document.body.classList.toggle("tc-present", on);
  document.querySelector(".stMain")?.scrollTo(0, 0);
  window.dispatchEvent(new Event("resize"));
};

const save = (blob, name) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 3000);
};

export const mountTree = (component) => {
  const root = component.parentElement;
  let tree = TREES.get(root);
  if (!tree) {
    tree = new TreeView(root);
    TREES.set(root, tree);
  }
  tree.update(component);
  return whenGone(root, () => {
    tree.destroy();
    TREES.delete(root);
  });
};
