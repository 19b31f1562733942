// Draws the plot of the report from what the page carries, and redraws it when other axes are chosen.
const read = (id) => JSON.parse(document.getElementById(id).textContent);
const figure = read("figure");
const { rows, groups, links, axes } = read("axes");
const place = new Map(rows.map((row, at) => [row, at]));
const plot = document.getElementById("plot");
const choosers = { x: document.getElementById("x"), y: document.getElementById("y") };
const first = [choosers.x.value, choosers.y.value].join();

const along = (side) => {
  const { values } = axes[choosers[side].value];
  const at = (row) => values[place.get(row)];
  const lines = links.map((pairs) => pairs.flatMap(([a, b]) => [at(a), at(b), null]));
  return [...groups.map((group) => group.map(at)), ...lines];
};

const scale = (side) => {
  const { title, ticks } = axes[choosers[side].value];
  const marks = ticks.length
    ? { tickmode: "array", tickvals: ticks.map(([value]) => value), ticktext: ticks.map(([, text]) => text) }
    : { tickmode: "auto" };
  return { title: { text: title, standoff: 10 }, autorange: true, zeroline: false, automargin: true, ...marks };
};

const redraw = () => {
  const [x, y] = [along("x"), along("y")];
  const same = [choosers.x.value, choosers.y.value].join() === first;
  const data = figure.data.map((trace, at) => ({ ...trace, x: x[at], y: y[at] }));
  // The shaded regions belong to the axes they were made for.
  const layout = { ...figure.layout, xaxis: scale("x"), yaxis: scale("y"), shapes: same ? figure.layout.shapes : [] };
  Plotly.react(plot, data, same ? figure.layout : layout);
};

Plotly.newPlot(plot, figure.data, figure.layout, { displayModeBar: false, responsive: true, scrollZoom: true });
for (const chooser of Object.values(choosers)) chooser.addEventListener("change", redraw);
