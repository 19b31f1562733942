// The tree on screen: fit, zoom, pan, focus on a node or on a row's path, save as a picture. Graphviz draws the SVG.
const TREES = new WeakMap();
const WORDS = "Point at a node to see its rows, or at a row to see its path. Click to keep it; Esc lets go.";

class TreeView {
  constructor(root) {
    this.root = root;
    this.host = root.querySelector(".tc-tree");
    this.words = root.querySelector(".tc-tree-words");
    this.listeners = [];
    const listen = (target, name, run, options) => {
      target.addEventListener(name, run, options);
      this.listeners.push(() => target.removeEventListener(name, run, options));
    };
    listen(this.host, "wheel", (event) => this.wheel(event), { passive: false });
    listen(this.host, "pointerdown", (event) => this.down(event));
    listen(window, "pointermove", (event) => this.move(event));
    listen(window, "pointerup", (event) => this.up(event));
    listen(this.host, "pointerover", (event) => hover({ node: this.nodeAt(event) }));
    listen(this.host, "pointerleave", () => hover({}));
    listen(this.host, "keydown", (event) => (event.key === "Enter" || event.key === " ") && this.choose(event));
    listen(TC.bus, "focus", () => this.refocus());
    listen(TC.bus, "payload", () => this.refocus());
    const acts = { in: () => this.zoom(1 / 1.3), out: () => this.zoom(1.3), fit: () => this.fit(), png: () => this.picture() };
    for (const button of root.querySelectorAll("[data-act]")) button.onclick = acts[button.dataset.act];
    this.sizes = new ResizeObserver(() => this.svg && this.fit());
    this.sizes.observe(this.host);
  }

  destroy() {
    for (const stop of this.listeners) stop();
    this.sizes.disconnect();
  }

  update({ data }) {
    this.data = data;
    this.host.style.height = `${data.height}px`;
    if (data.svg === this.text) return;
    this.text = data.svg;
    const parsed = new DOMParser().parseFromString(data.svg, "image/svg+xml").documentElement;
    this.svg = document.importNode(parsed, true);
    this.host.replaceChildren(this.svg);
    const { width, height } = this.svg.viewBox.baseVal;
    this.natural = [width, height];
    this.fit();
    unpin();
    this.refocus();
  }

  fit() {
    const [width, height] = this.natural;
    const scale = Math.min(this.host.clientWidth / width, this.data.height / height, 1.2) || 1;
    const [w, h] = [this.host.clientWidth / scale, this.data.height / scale];
    this.home = [(width - w) / 2, (height - h) / 2, w, h];
    this.show([...this.home]);
  }

  show(box) {
    this.box = box;
    this.svg.setAttribute("viewBox", box.map((value) => value.toFixed(2)).join(" "));
  }

  zoom(factor, clientX, clientY) {
    const area = this.svg.getBoundingClientRect();
    const fx = clientX === undefined ? 0.5 : (clientX - area.left) / area.width;
    const fy = clientY === undefined ? 0.5 : (clientY - area.top) / area.height;
    const [x, y, w, h] = this.box;
    const f = Math.min(this.home[2] * 1.5, Math.max(this.home[2] / 30, w * factor)) / w;
    this.show([x + w * fx * (1 - f), y + h * fy * (1 - f), w * f, h * f]);
  }

  wheel(event) {
    event.preventDefault();
    this.zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15, event.clientX, event.clientY);
  }

  down(event) {
    if (event.button === 0) this.drag = { x: event.clientX, y: event.clientY, box: this.box, moved: false };
  }

  move(event) {
    const { drag } = this;
    if (!drag) return;
    const scale = this.box[2] / this.svg.getBoundingClientRect().width;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    drag.moved ||= Math.hypot(dx, dy) > 4;
    if (drag.moved) this.show([drag.box[0] - dx * scale, drag.box[1] - dy * scale, drag.box[2], drag.box[3]]);
  }

  up(event) {
    const { drag } = this;
    this.drag = null;
    if (drag && !drag.moved) this.choose(event);
  }

  nodeAt(event) {
    const group = event.target.closest?.(".node");
    return group && this.host.contains(group) ? Number(group.id.slice(1)) : null;
  }

  choose(event) {
    const node = this.nodeAt(event);
    if (node === null) unpin();
    else pin({ node });
  }

  refocus() {
    if (!this.svg) return;
    const tree = TC.store.tree;
    const fresh = tree?.id === this.data.id;
    const { row, node } = TC.focus;
    const target = !fresh ? null : node ?? (row === null ? null : tree.leaves[row]);
    const path = new Set(target === null || target === undefined ? [] : pathTo(target).map((index) => `n${index}`));
    this.host.classList.toggle("focused", path.size > 0);
    for (const group of this.svg.querySelectorAll(".node")) group.classList.toggle("on", path.has(group.id));
    for (const group of this.svg.querySelectorAll(".edge")) group.classList.toggle("on", path.has(group.id.slice(3)));
    this.words.textContent = path.size ? tree.paths[target] : this.data.words ?? WORDS;
  }

  picture() {
    const image = new Image();
    const [width, height] = this.natural;
    image.onload = () => {
      const canvas = document.createElement("canvas");
      Object.assign(canvas, { width: width * 2, height: height * 2 });
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      canvas.toBlob((blob) => save(blob, "tree.png"));
      URL.revokeObjectURL(image.src);
    };
    image.src = URL.createObjectURL(new Blob([this.data.svg], { type: "image/svg+xml" }));
  }
}

const save = (blob, name) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 3000);
};

export default function (component) {
  const root = component.parentElement;
  let tree = TREES.get(root);
  if (!tree) {
    tree = new TreeView(root);
    TREES.set(root, tree);
  }
  tree.update(component);
  return () => {
    tree.destroy();
    TREES.delete(root);
  };
}
