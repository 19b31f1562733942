// Linking by keyboard: with the plot in focus the arrow keys go from row to row, Enter chooses as a click does.
import { hover } from "../shared.js";
import { showTooltip } from "./tooltip.js";

const TURNS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// The nearest row that lies more in this direction than across it; of rows on one spot the next one.
export const nextRow = (places, from, [dx, dy]) => {
  let best = null;
  let least = Infinity;
  const [fx, fy] = places.get(from);
  for (const [row, [x, y]] of places) {
    const along = (x - fx) * dx + (y - fy) * dy;
    const across = Math.abs((x - fx) * dy) + Math.abs((y - fy) * dx);
    if (row === from || along <= 0.01 || across > along * 1.2) continue;
    const cost = along + across;
    if (cost < least) [best, least] = [row, cost];
  }
  return best;
};

export const moveCursor = (plot, event) => {
  const turn = TURNS[event.key];
  if (!turn || event.target !== plot.gd || plot.solid || !plot.ready) return false;
  const places = new Map(plot.geometry.rows.map((row) => [row, plot.geometry.pixel(row)]));
  const from = plot.cursor ?? plot.geometry.rows[0];
  plot.cursor = plot.cursor === null ? from : nextRow(places, from, turn) ?? from;
  showTooltip(plot, plot.cursor, places.get(plot.cursor));
  hover({ row: plot.cursor });
  plot.draw();
  return true;
};
