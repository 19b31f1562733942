// Links, pairs, groups and the gesture under way, drawn over the plot. Redrawn whole: it is small.
import { TC, shape } from "../shared.js";

const MANY_LINKS = 12;

export const drawOverlay = (plot) => {
  const { svg, geometry } = plot;
  const links = plot.shownLinks();
  svg.replaceChildren();
  if (!plot.ready || plot.solid) return;
  const [x, y] = geometry.axes;
  const clip = shape("clipPath", { id: "tc-clip" });
  clip.append(shape("rect", { x: x._offset, y: y._offset, width: x._length, height: y._length }));
  const layer = shape("g", { "clip-path": "url(#tc-clip)" });
  svg.append(clip, layer);
  for (const pair of plot.pairs) drawPair(plot, layer, pair);
  const faint = links.length > MANY_LINKS;
  for (const link of links) drawLink(plot, layer, link, faint && !isLit(plot, link));
  drawStacks(plot, layer);
  for (const row of plot.component.data.found) if (geometry.has(row)) ring(layer, geometry.pixel(row), 9, "tc-found");
  plot.groups.forEach((group, index) => drawGroup(plot, layer, group, index));
  drawGesture(plot, layer);
  if (TC.focus.row !== null && TC.focus.pinned && geometry.has(TC.focus.row)) ring(layer, geometry.pixel(TC.focus.row), 11, "tc-focus");
};

const segment = (layer, a, b, className) =>
  layer.append(shape("line", { x1: a[0], y1: a[1], x2: b[0], y2: b[1], class: className }));
const ring = (layer, [cx, cy], r, className) => layer.append(shape("circle", { cx, cy, r, class: className }));

// With many links, only those at the row or line under the pointer stand out, and those that are wrong.
const isLit = (plot, link) => {
  const name = `${link[0]}-${link[1]}`;
  const rows = [TC.focus.row, plot.pending, plot.cursor];
  return link === plot.hoveredLink || plot.clash.has(name) || plot.broken.has(name) || rows.includes(link[0]) || rows.includes(link[1]);
};

// Rows on one spot are counted.
const drawStacks = (plot, layer) => {
  for (const rows of plot.geometry.stacks?.values() ?? []) {
    if (rows.length < 2) continue;
    const [x, y] = plot.geometry.pixel(rows[0]);
    layer.append(shape("text", { x: x + 7, y: y - 6, class: "tc-count" }, `×${rows.length}`));
  }
};

const drawLink = (plot, layer, link, faint) => {
  const { geometry } = plot;
  if (!geometry.has(link[0]) || !geometry.has(link[1])) return;
  const [a, b] = [geometry.pixel(link[0]), geometry.pixel(link[1])];
  if (faint) return segment(layer, a, b, `tc-link faint ${link[2]}`);
  const hovered = link === plot.hoveredLink;
  const broken = plot.broken.has(`${link[0]}-${link[1]}`);
  segment(layer, a, b, "tc-halo");
  if (plot.clash.has(`${link[0]}-${link[1]}`)) segment(layer, a, b, "tc-clash");
  if (broken) segment(layer, a, b, "tc-broken");
  segment(layer, a, b, `tc-link ${link[2]}${hovered ? " hovered" : ""}`);
  for (const end of [a, b]) ring(layer, end, 6, `tc-end ${link[2]}`);
  if (hovered) {
    const [mx, my] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    ring(layer, [mx, my], 9, "tc-delete");
    layer.append(shape("text", { x: mx, y: my + 4.5, class: "tc-cross" }, "×"));
  }
};

// The two pairs that attain the diameter and the split: thin, dotted and named, so that the figures can be seen.
const drawPair = (plot, layer, pair) => {
  const { geometry } = plot;
  if (!geometry.has(pair.a) || !geometry.has(pair.b)) return;
  const [a, b] = [geometry.pixel(pair.a), geometry.pixel(pair.b)];
  segment(layer, a, b, `tc-pair ${pair.kind}`);
  for (const end of [a, b]) ring(layer, end, 8, `tc-pair-end ${pair.kind}`);
  layer.append(shape("text", { ...besidePair(geometry, a, b, pair.kind === "question"), class: `tc-pair-name ${pair.kind}` }, pair.label));
};

// The name stands beside the upper end, a question's below the lower one; on the side where there is room.
const besidePair = (geometry, a, b, below) => {
  const [x] = geometry.axes;
  const end = a[1] < b[1] === below ? b : a;
  const onLeft = end[0] > x._offset + x._length / 2;
  return { x: end[0] + (onLeft ? -12 : 12), y: end[1] + (below ? 19 : -9), "text-anchor": onLeft ? "end" : "start" };
};

const drawGroup = (plot, layer, group, index) => {
  for (const row of group.slice(0, 3000)) {
    if (plot.geometry.has(row)) ring(layer, plot.geometry.pixel(row), 8, `tc-group g${index}`);
  }
};

const drawGesture = (plot, layer) => {
  const { geometry, drag } = plot;
  if (plot.cursor !== null && geometry.has(plot.cursor)) ring(layer, geometry.pixel(plot.cursor), 9, "tc-cursor");
  if (plot.pending !== null && geometry.has(plot.pending)) ring(layer, geometry.pixel(plot.pending), 11, "tc-pending");
  if (drag?.lasso) layer.append(shape("polygon", { points: drag.lasso.map((p) => p.join(",")).join(" "), class: "tc-lasso" }));
  if (drag?.row === undefined || drag.row === null) return;
  const from = geometry.pixel(drag.row);
  const to = drag.over !== null ? geometry.pixel(drag.over) : drag.now;
  if (drag.moved) segment(layer, from, to, `tc-link rubber ${drag.kind}`);
  ring(layer, from, 11, "tc-pending");
  if (drag.over !== null && drag.over !== drag.row) ring(layer, to, 11, "tc-pending");
};
