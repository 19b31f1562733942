// What the components of one browser tab share: payloads by name, and which row or node is in focus.
// The page's own scripts, and tests, reach it as window.treeclust.
export const TC = (window.treeclust ??= {
  store: {},
  bus: new EventTarget(),
  mode: "must",
  perf: [],
  focus: { row: null, node: null, pinned: false },
  pixel: () => null,
  links: () => [],
});

export const tell = (name) => TC.bus.dispatchEvent(new Event(name));

// Hovering shows for a moment; clicking pins until the same thing is clicked again or Escape is pressed.
const setFocus = (focus) => {
  const same = focus.row === TC.focus.row && focus.node === TC.focus.node && focus.pinned === TC.focus.pinned;
  if (same) return;
  TC.focus = focus;
  tell("focus");
};
export const hover = (part) => {
  if (!TC.focus.pinned) setFocus({ row: null, node: null, pinned: false, ...part });
};
export const pin = (part) => {
  const again = TC.focus.pinned && (part.row ?? null) === TC.focus.row && (part.node ?? null) === TC.focus.node;
  setFocus(again ? { row: null, node: null, pinned: false } : { row: null, node: null, pinned: true, ...part });
};
export const unpin = () => setFocus({ row: null, node: null, pinned: false });

export const floats = (text) => {
  const raw = atob(text);
  const bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
  return new Float32Array(bytes.buffer);
};

const SVG = "http://www.w3.org/2000/svg";
export const shape = (name, attributes, text) => {
  const element = document.createElementNS(SVG, name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  if (text !== undefined) element.textContent = text;
  return element;
};
export const element = (name, className, text) => {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
};

// What a component returns to Streamlit, to be called when it leaves the page. Streamlit also calls it for a message that a newer one
// overtook; the component is still on the page then, and goes on.
export const whenGone = (root, end) => () => {
  if (!root.isConnected) end();
};

// The rows below a node: those whose leaf has the node among its ancestors.
export const rowsBelow = (node) => {
  const tree = TC.store.tree;
  if (!tree || node === null) return null;
  const below = tree.parents.map((_, i) => {
    for (let at = i; at >= 0; at = tree.parents[at]) if (at === node) return true;
    return false;
  });
  return (row) => below[tree.leaves[row]];
};
export const pathTo = (node) => {
  const path = [];
  for (let at = node; at >= 0; at = TC.store.tree.parents[at]) path.push(at);
  return path;
};
