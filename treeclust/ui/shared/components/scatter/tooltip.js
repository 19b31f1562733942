// The row under the pointer: its name, its cluster, its values. Text nodes only: names come from somebody's file.
import { TC, element } from "../shared.js";

const writeNumber = (value) => {
  const text = value.toPrecision(6);
  return text.includes("e") ? text : String(+text);
};
const writeValue = (column, row) => {
  const value = column.values[row];
  if (column.kind === "category") return column.names[value];
  if (column.kind === "boolean") return value > 0.5 ? "yes" : "no";
  if (column.kind === "date") return new Date(Math.round(value * 86400) * 1000).toISOString().slice(0, 10);
  return writeNumber(value);
};

export const rowName = (row) => {
  const hovered = TC.store.hover;
  if (!hovered) return String(row);
  return hovered.names ? hovered.names[row] : String(hovered.rows[row]);
};

export const showTooltip = (plot, row, [px, py]) => {
  const tip = plot.tip;
  if (row === null) {
    tip.style.display = "none";
    plot.tipRow = null;
    return;
  }
  if (plot.tipRow !== row) fillTooltip(plot, row);
  const box = plot.wrap.getBoundingClientRect();
  tip.style.display = "block";
  const left = px + 18 + tip.offsetWidth > box.width ? px - 18 - tip.offsetWidth : px + 18;
  const top = Math.max(4, Math.min(py - 12, box.height - tip.offsetHeight - 4));
  tip.style.transform = `translate(${Math.max(4, left)}px, ${top}px)`;
};

// The first values of a row in one line.
export const rowWords = (row) =>
  (TC.store.hover?.columns ?? []).slice(0, 4).map((column) => `${column.name} ${writeValue(column, row)}`).join(", ");

const fillTooltip = (plot, row) => {
  plot.tipRow = row;
  const hovered = TC.store.hover;
  const head = element("div", "tc-tip-head", hovered?.names ? `${rowName(row)} (row ${hovered.rows[row]})` : `Row ${rowName(row)}`);
  plot.tip.replaceChildren(head);
  const others = plot.solid ? 0 : plot.geometry.stackOf(row).length - 1;
  if (others) plot.tip.append(element("div", "tc-tip-more", `and ${others} more on this spot: click to pick one`));
  const item = plot.legend.find((entry) => entry.cluster === plot.clusterOf.get(row));
  if (item) {
    const line = element("div", "tc-tip-cluster");
    const mark = element("span", "", item.glyph);
    mark.style.color = item.colour;
    line.append(mark, element("span", "", item.name));
    plot.tip.append(line);
  }
  for (const column of hovered?.columns ?? []) {
    const line = element("div", "tc-tip-line");
    line.append(element("span", "", column.name), element("b", "", writeValue(column, row)));
    plot.tip.append(line);
  }
  if (hovered?.more) plot.tip.append(element("div", "tc-tip-more", `and ${hovered.more} more`));
};
