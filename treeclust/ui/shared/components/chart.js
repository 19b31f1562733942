// The small chart of a running solve. The server draws it from numbers only.
export default function ({ parentElement, data }) {
  const drawing = new DOMParser().parseFromString(data.svg, "image/svg+xml").documentElement;
  parentElement.querySelector(".tc-chart").replaceChildren(document.importNode(drawing, true));
}
