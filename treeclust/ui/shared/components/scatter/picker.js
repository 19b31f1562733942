// Several rows on one spot: a list to pick the one that is meant from. Text nodes only: names come from somebody's file.
import { element } from "../shared.js";
import { rowName, rowWords } from "./tooltip.js";

const MOST_LISTED = 300;

// Runs `then` with the row that is meant: at once where it is alone on its spot, else when one is picked.
export const withRow = (plot, row, then) => {
  const rows = plot.geometry.stackOf(row);
  if (rows.length < 2) return then(row);
  return openPicker(plot, rows, then);
};

const openPicker = (plot, rows, then) => {
  closePicker(plot);
  const box = element("div", "tc-picker");
  box.setAttribute("role", "dialog");
  box.setAttribute("aria-label", `${rows.length} rows on this spot`);
  const filter = element("input", "");
  Object.assign(filter, { type: "search", placeholder: `Which of these ${rows.length} rows?` });
  filter.setAttribute("aria-label", "Filter the rows of this spot");
  const list = element("div", "tc-picker-list");
  const pick = (row) => {
    closePicker(plot);
    then(row);
  };
  const fill = () => {
    const wanted = filter.value.trim().toLowerCase();
    const found = rows.filter((row) => `${rowName(row)} ${rowWords(row)}`.toLowerCase().includes(wanted));
    list.replaceChildren(...found.slice(0, MOST_LISTED).map((row) => entry(plot, row, pick)));
  };
  filter.oninput = fill;
  box.append(filter, list);
  fill();
  box.onkeydown = (event) => event.key === "Escape" && closePicker(plot);
  plot.wrap.append(box);
  plot.picker = box;
  const [px, py] = plot.geometry.pixel(rows[0]);
  const left = Math.min(px + 14, plot.wrap.clientWidth - box.offsetWidth - 4);
  const top = Math.min(py, plot.wrap.clientHeight - box.offsetHeight - 4);
  box.style.transform = `translate(${Math.max(4, left)}px, ${Math.max(4, top)}px)`;
  filter.focus();
};

const entry = (plot, row, pick) => {
  const button = element("button", "");
  const item = plot.legend.find((one) => one.cluster === plot.clusterOf.get(row));
  const mark = element("span", "tc-glyph", item?.glyph ?? "●");
  mark.style.color = item?.colour ?? "";
  button.append(mark, element("b", "", rowName(row)), element("span", "", rowWords(row)));
  button.onclick = () => pick(row);
  return button;
};

export const closePicker = (plot) => {
  plot.picker?.remove();
  plot.picker = null;
};
