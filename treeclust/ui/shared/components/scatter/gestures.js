// What pointer and keyboard do. Linking starts on a mark or a line; everything else is left to Plotly (pan, zoom).
import { TC, hover, unpin } from "../shared.js";
import { clearGesture, setMode, writeActions, writeHint } from "./frame.js";
import { moveCursor } from "./cursor.js";
import { kindFor, linking } from "./mode.js";
import { closePicker, withRow } from "./picker.js";
import { showTooltip } from "./tooltip.js";

export const onDown = (plot, event) => {
  plot.swallow = false;
  closePicker(plot);
  if (event.button !== 0 || !plot.ready || plot.solid) return;
  const point = plot.geometry.at(event);
  if (!plot.geometry.inside(point)) return;
  if (TC.mode === "group") return beginGesture(plot, event, { lasso: [point], row: null, moved: false });
  const row = plot.geometry.nearestRow(point);
  if (row !== null) return beginGesture(plot, event, { row, start: point, now: point, over: null, kind: kindFor(event), moved: false });
  const index = linking() ? plot.geometry.nearestLink(plot.shownLinks(), point) : null;
  if (index !== null) {
    const gone = plot.shownLinks()[index];
    beginGesture(plot, event, null);
    plot.hoveredLink = null;
    plot.commit(plot.links.filter((link) => link !== gone));
  }
};

// Plotly listens to mousedown; it must not see the ones that belong to a gesture.
const beginGesture = (plot, event, drag) => {
  plot.drag = drag;
  plot.swallow = true;
  event.preventDefault();
  event.stopImmediatePropagation();
  showTooltip(plot, null, [0, 0]);
  plot.draw();
};

export const onMove = (plot, event) => {
  if (!plot.ready || plot.solid) return;
  const point = plot.geometry.at(event);
  const { drag } = plot;
  if (!drag) return onHover(plot, event, point);
  if (drag.lasso) drag.lasso.push(point);
  else {
    drag.now = point;
    drag.kind = kindFor(event);
    drag.moved ||= Math.hypot(point[0] - drag.start[0], point[1] - drag.start[1]) > 6;
    drag.over = linking() ? plot.geometry.nearestRow(point, 14) : null;
    if (!linking()) drag.moved = false;
  }
  plot.draw();
};

const onHover = (plot, event, point) => {
  const over = !plot.picker && plot.wrap.contains(event.target);
  const row = over && event.buttons === 0 ? plot.geometry.nearestRow(point) : null;
  showTooltip(plot, row, point);
  if (row !== plot.hoveredRow) {
    plot.hoveredRow = row;
    hover({ row });
  }
  const index = over && row === null && linking() ? plot.geometry.nearestLink(plot.shownLinks(), point) : null;
  const link = index === null ? null : plot.shownLinks()[index];
  plot.gd.classList.toggle("tc-over-mark", row !== null || link !== null);
  if (link !== plot.hoveredLink) {
    plot.hoveredLink = link;
    plot.draw();
  }
};

export const onUp = (plot, event) => {
  const { drag } = plot;
  if (!drag) return;
  plot.drag = null;
  if (drag.lasso) return endLasso(plot, drag.lasso);
  const kind = kindFor(event);
  const target = plot.geometry.nearestRow(plot.geometry.at(event), 14);
  if (!drag.moved) clickRow(plot, drag.row, kind);
  else {
    plot.pending = null;
    if (target !== null && target !== drag.row)
      withRow(plot, drag.row, (a) => withRow(plot, target, (b) => plot.add(a, b, kind)));
  }
  plot.draw();
  measure(event);
};

const clickRow = (plot, row, kind) =>
  withRow(plot, row, (picked) => (TC.mode === "inspect" ? plot.inspect(picked) : choose(plot, picked, kind)));

// First click chooses, second click links; the same row again lets go.
export const choose = (plot, row, kind) => {
  const first = plot.pending;
  plot.pending = first === null ? row : null;
  if (first !== null && first !== row) plot.add(first, row, kind);
  hushUnlessRefused(plot);
  plot.draw();
};
const hushUnlessRefused = (plot) => {
  if (!plot.message) writeHint(plot);
};

const endLasso = (plot, lasso) => {
  const rows = plot.geometry.rowsIn(lasso);
  if (rows.length) {
    if (plot.groups.length === 2) plot.groups = [];
    const known = new Set(plot.groups.flat());
    const fresh = rows.filter((row) => !known.has(row));
    if (fresh.length) plot.groups.push(fresh);
  }
  writeActions(plot);
  plot.draw();
};

const measure = (event) => {
  const begin = event.timeStamp;
  requestAnimationFrame(() => requestAnimationFrame(() => TC.perf.push(performance.now() - begin)));
};

// P and T go to the plot and to the tree, which are many steps of Tab away.
const PLACES_BY_KEY = { p: ".tc-plot", t: ".tc-tree .node" };
const MODE_KEYS = { m: "must", c: "cannot", g: "group", i: "inspect" };
const WRITING = "input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable=true], [role=grid], .stDataFrame";
const typing = (target) => target.closest?.(WRITING);
// While the page is drawn anew, what it replaces is still there and does nothing.
const press = (key) => {
  const there = [...document.querySelectorAll(`.st-key-${key} button:not([disabled])`)];
  (there.findLast((button) => !button.closest("[data-stale=true]")) ?? there.at(-1))?.click();
};

// A dialog over the whole page, such as the interview, has keys of its own: what lies below it hears none.
const covers = (dialog, plot) => dialog.getClientRects().length && !dialog.contains(plot.gd);
const covered = (plot) => [...document.querySelectorAll("[aria-modal=true]")].some((dialog) => covers(dialog, plot));

export const onKey = (plot, event) => {
  if (covered(plot)) return;
  if (event.key === "Escape") {
    closePicker(plot);
    plot.cursor = null;
    clearGesture(plot);
    unpin();
    return;
  }
  if (typing(event.target)) return;
  const command = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  const onCursor = event.key === "Enter" && !command && event.target === plot.gd && plot.cursor !== null;
  if (moveCursor(plot, event) || onCursor) {
    if (onCursor && TC.mode !== "group") clickRow(plot, plot.cursor, kindFor(event));
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  const act = command ? { z: event.shiftKey ? "redo" : "undo", y: "redo", enter: "solve" }[key] : null;
  if (act) press(act);
  else if (!command && !event.altKey && MODE_KEYS[key]) setMode(plot, MODE_KEYS[key]);
  else if (!command && !event.altKey && PLACES_BY_KEY[key]) document.querySelector(PLACES_BY_KEY[key])?.focus();
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
};
