// What surrounds the plot: mode switch, the hint or message line, group actions, legend.
import { TC, element } from "../shared.js";
import { linking } from "./mode.js";
import { rowName } from "./tooltip.js";

const HINTS = {
  must: "Click two rows that belong together, or drag from one to the other. Shift: the other kind. Click a line to delete it.",
  cannot: "Click two rows that must be apart, or drag from one to the other. Shift: the other kind. Click a line to delete it.",
  group: "Draw a loop around some rows. Draw a second loop to tell two groups apart. Esc clears.",
  inspect: "Click a row to see its path through the tree; click a tree node to see its rows. Esc clears.",
};
const SOLID_HINT = "Drag to turn. Click two rows one after the other to link them; delete links in the table below.";

export const setMode = (plot, mode) => {
  TC.mode = mode;
  if (!linking()) plot.pending = null;
  if (mode !== "group") plot.groups = [];
  for (const button of plot.root.querySelectorAll("button[data-mode]")) {
    const on = button.dataset.mode === mode;
    button.setAttribute("aria-pressed", String(on));
  }
  plot.wrap.dataset.mode = mode;
  writeHint(plot);
  writeActions(plot);
  plot.draw();
};

export const writeHint = (plot) => {
  if (plot.message) return;
  plot.hint.className = "tc-hint";
  const waiting = plot.pending !== null ? `Row ${rowName(plot.pending)} chosen: now click the other row. Esc cancels.` : null;
  plot.hint.textContent = waiting ?? (plot.solid && TC.mode !== "inspect" ? SOLID_HINT : HINTS[TC.mode]);
};

export const say = (plot, text) => {
  clearTimeout(plot.message);
  plot.hint.className = "tc-hint refused";
  plot.hint.textContent = text;
  plot.message = setTimeout(() => {
    plot.message = null;
    writeHint(plot);
  }, 9000);
};

export const hush = (plot) => {
  clearTimeout(plot.message);
  plot.message = null;
  writeHint(plot);
};

export const writeActions = (plot) => {
  const bar = plot.actions;
  bar.replaceChildren();
  if (!plot.groups.length) return;
  const [a, b] = plot.groups;
  const add = (text, title, run) => {
    const button = element("button", "tc-button", text);
    button.title = title;
    button.onclick = run;
    bar.append(button);
  };
  const send = (how) => () => {
    plot.component.setTriggerValue("bulk", { how, a, b: b ?? [] });
    plot.groups = [];
    writeActions(plot);
    plot.draw();
  };
  if (!b && a.length > 1) add(`Must-link these ${a.length}`, "Tie these rows together with the fewest links", send("must"));
  if (b) {
    add(`Cannot-link them (${a.length} and ${b.length})`, "No row of the first group with any row of the second", send("cannot"));
    add("Two separate clusters", "Must-link each group, and cannot-link the two", send("both"));
  }
  add("Clear", "Forget the groups (Esc)", () => clearGesture(plot));
};

export const clearGesture = (plot) => {
  plot.pending = null;
  plot.drag = null;
  plot.groups = [];
  hush(plot);
  writeActions(plot);
  plot.draw();
};

export const writeLegend = (plot) => {
  const shown = plot.keys.length ? plot.keys.map((key) => ({ ...key, glyph: "⬤" })) : plot.legend;
  const parts = shown.map((item) => {
    const entry = element("span", "tc-key");
    const mark = element("span", "tc-glyph", item.glyph);
    mark.style.color = item.colour;
    entry.append(mark, element("span", "", item.name), element("i", "", item.count ?? ""));
    return entry;
  });
  const kinds = ["must", "cannot"].map((kind) => {
    const entry = element("button", "tc-key");
    const on = !plot.hidden.has(kind);
    entry.setAttribute("aria-pressed", String(on));
    entry.setAttribute("aria-label", `Show links that say ${kind === "must" ? "together" : "apart"}`);
    entry.title = on ? `Hide the ${kind}-links` : `Show the ${kind}-links`;
    entry.onclick = () => plot.toggleKind(kind);
    entry.append(element("span", `tc-dash ${kind}`), element("span", "", `${kind}-link`));
    entry.append(element("i", "", plot.links.filter((link) => link[2] === kind).length));
    return entry;
  });
  plot.legendBar.replaceChildren(...parts, element("span", "tc-space"), ...kinds);
};
