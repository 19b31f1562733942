// What pointer and keyboard do. Linking starts on a mark or a line; everything else is left to Plotly (pan, zoom).
const kindFor = (event) => (event.shiftKey ? otherKind(TC.mode) : TC.mode);
const linking = () => TC.mode === "must" || TC.mode === "cannot";

const onDown = (plot, event) => {
  plot.swallow = false;
  if (event.button !== 0 || !plot.ready || plot.solid) return;
  const point = plot.geometry.at(event);
  if (!plot.geometry.inside(point)) return;
  if (TC.mode === "group") return beginGesture(plot, event, { lasso: [point], row: null, moved: false });
  const row = plot.geometry.nearestRow(point);
  if (row !== null) return beginGesture(plot, event, { row, start: point, now: point, over: null, kind: kindFor(event), moved: false });
  const index = linking() ? plot.geometry.nearestLink(plot.links, point) : null;
  if (index !== null) {
    beginGesture(plot, event, null);
    plot.hoveredLink = null;
    plot.commit(plot.links.filter((_, i) => i !== index));
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

const onMove = (plot, event) => {
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
  const over = plot.wrap.contains(event.target);
  const row = over && event.buttons === 0 ? plot.geometry.nearestRow(point) : null;
  showTooltip(plot, row, point);
  if (row !== plot.hoveredRow) {
    plot.hoveredRow = row;
    hover({ row });
  }
  const link = over && row === null && linking() ? plot.geometry.nearestLink(plot.links, point) : null;
  plot.gd.classList.toggle("tc-over-mark", row !== null || link !== null);
  if (link !== plot.hoveredLink) {
    plot.hoveredLink = link;
    plot.draw();
  }
};

const onUp = (plot, event) => {
  const { drag } = plot;
  if (!drag) return;
  plot.drag = null;
  if (drag.lasso) return endLasso(plot, drag.lasso);
  if (TC.mode === "inspect") return plot.inspect(drag.row);
  const target = plot.geometry.nearestRow(plot.geometry.at(event), 14);
  if (drag.moved) {
    plot.pending = null;
    if (target !== null && target !== drag.row) plot.add(drag.row, target, kindFor(event));
  } else choose(plot, drag.row, kindFor(event));
  plot.draw();
  measure(event);
};

// First click chooses, second click links; the same row again lets go.
const choose = (plot, row, kind) => {
  const first = plot.pending;
  plot.pending = first === null ? row : null;
  if (first !== null && first !== row) plot.add(first, row, kind);
  hushUnlessRefused(plot);
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

const MODE_KEYS = { m: "must", c: "cannot", g: "group", i: "inspect" };
const WRITING = "input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable=true], [role=grid], .stDataFrame";
const typing = (target) => target.closest?.(WRITING);
const press = (key) => document.querySelector(`.st-key-${key} button:not([disabled])`)?.click();

const onKey = (plot, event) => {
  if (event.key === "Escape") {
    clearGesture(plot);
    unpin();
    return;
  }
  if (typing(event.target)) return;
  const command = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  const act = command ? { z: event.shiftKey ? "redo" : "undo", y: "redo", enter: "solve" }[key] : null;
  if (act) press(act);
  else if (!command && !event.altKey && MODE_KEYS[key]) setMode(plot, MODE_KEYS[key]);
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
};
