// The part of the plot that somebody zoomed to: it is still shown after a look at another page, and after another solve.
import { TC } from "../shared.js";

const rangesOf = ({ xaxis, yaxis }) => [...xaxis.range, ...yaxis.range];
const alike = (one, two) => one.every((value, i) => value === two[i] || Math.abs(value - two[i]) <= 1e-9 * (1 + Math.abs(value)));
const kept = () => (TC.parts ??= new Map());

// Of the table as it was opened, on these axes.
export const takePart = (plot, layout) => {
  plot.partKey = plot.solid ? null : [plot.component.data.table, layout.xaxis.title?.text, layout.yaxis.title?.text].join();
  plot.restored = kept().get(plot.partKey) ?? null;
  plot.whole = null;
  if (!plot.restored) return;
  Object.assign(layout.xaxis, { range: plot.restored.slice(0, 2), autorange: false });
  Object.assign(layout.yaxis, { range: plot.restored.slice(2), autorange: false });
};

// True if the plot is to be drawn anew as a whole: for Plotly a part that was brought back is where it began.
export const keepPart = (plot, changed) => {
  if (!plot.partKey || !Object.keys(changed).some((name) => /^[xy]axis/.test(name))) return false;
  const part = rangesOf(plot.gd._fullLayout);
  const again = plot.restored !== null && alike(part, plot.restored);
  if (again || (plot.whole && alike(part, plot.whole))) kept().delete(plot.partKey);
  else kept().set(plot.partKey, part);
  return again;
};

export const noteWhole = (plot) => {
  if (plot.partKey && !plot.restored) plot.whole = rangesOf(plot.gd._fullLayout);
};
