// In 3-D links and pairs are lines of the plot itself, because nothing can be drawn over a turning space.
export const solidLines = (data, links, pairs, ink) => {
  const at = places(data);
  const known = ([a, b]) => at.has(a) && at.has(b);
  const linked = ["must", "cannot"].map((kind) => {
    const ends = links.filter((link) => link[2] === kind && known(link));
    const along = (axis) => ends.flatMap(([a, b]) => [at.get(a)[axis], at.get(b)[axis], null]);
    return lineTrace(along, { color: ink[kind], width: 5, dash: kind === "must" ? "solid" : "dash" });
  });
  const named = pairs.filter((pair) => known([pair.a, pair.b])).map((pair) => {
    const [a, b] = [at.get(pair.a), at.get(pair.b)];
    const trace = lineTrace((axis) => [a[axis], (a[axis] + b[axis]) / 2, b[axis]], { color: ink[pair.kind], width: 3, dash: "dot" });
    return { ...trace, mode: "lines+text", text: ["", pair.label, ""], textfont: { color: ink[pair.kind], size: 12 } };
  });
  return [...linked, ...named];
};

const lineTrace = (along, line) => ({
  type: "scatter3d", mode: "lines", hoverinfo: "skip", line, x: along(0), y: along(1), z: along(2),
});

const places = (data) => {
  const at = new Map();
  for (const trace of data) {
    const axes = ["x", "y", "z"].map((name) => decode(trace[name]));
    decode(trace.customdata).forEach((row, i) => at.set(row, axes.map((axis) => axis[i])));
  }
  return at;
};

const ARRAYS = {
  f8: Float64Array, f4: Float32Array, i4: Int32Array, i2: Int16Array, i1: Int8Array, u1: Uint8Array, u2: Uint16Array, u4: Uint32Array,
};
const decode = (array) => {
  if (Array.isArray(array)) return array;
  const bytes = Uint8Array.from(atob(array.bdata), (c) => c.charCodeAt(0));
  return Array.from(new ARRAYS[array.dtype](bytes.buffer));
};

// A space blends transparent marks badly, so marks outside the focus take a colour close to the background.
const channels = (colour) => [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16));
const towards = (colour, back) => {
  const end = channels(/^#[0-9a-f]{6}$/i.test(back) ? back : "#808080");
  return `rgb(${channels(colour).map((value, i) => Math.round(value * 0.15 + end[i] * 0.85))})`;
};

export const dimSolid = (gd, inside, back) => {
  gd.tcColours ??= gd._fullData.map((trace) => trace.marker?.color);
  const colourAt = (t, i) => (Array.isArray(gd.tcColours[t]) ? gd.tcColours[t][i] : gd.tcColours[t]);
  const colours = inside.map((flags, t) => flags.map((on, i) => (on ? colourAt(t, i) : towards(colourAt(t, i), back))));
  return window.Plotly.restyle(gd, { "marker.color": colours }, inside.map((_, t) => t));
};
