// What a node divides: a bar of its clusters in every node, and for the node in focus its column with the threshold.
import { element, shape } from "../shared.js";

const [BAR, BELOW, RAISED] = [3.5, 1.5, 2];

export const clusterBar = (group, shares) => {
  const path = group.querySelector("path");
  if (!path || !shares?.length) return;
  const { x, y, width, height } = path.getBBox();
  const total = shares.reduce((sum, [, count]) => sum + count, 0);
  let left = x + 6;
  for (const line of group.querySelectorAll("text")) line.setAttribute("y", Number(line.getAttribute("y")) - RAISED);
  for (const [colour, count] of shares) {
    const share = ((width - 12) * count) / total;
    group.append(shape("rect", { x: left, y: y + height - BAR - BELOW, width: share, height: BAR, fill: colour, class: "tc-share" }));
    left += share;
  }
};

export const distribution = (fact) => {
  const box = element("div", "tc-distribution");
  const found = fact?.distribution;
  if (!found) return box;
  const svg = shape("svg", { viewBox: "0 0 120 30", preserveAspectRatio: "none", role: "img", "aria-label": `Values of ${found.column} here, and the threshold` });
  const most = Math.max(...found.counts);
  const step = 120 / found.counts.length;
  found.counts.forEach((count, i) => {
    const height = (count / most) * 28;
    const side = (i + 0.5) * step <= found.at * 120 ? "low" : "high";
    svg.append(shape("rect", { x: i * step, y: 30 - height, width: step * 0.85, height, class: side }));
  });
  svg.append(shape("line", { x1: found.at * 120, x2: found.at * 120, y1: 0, y2: 30 }));
  const ends = element("div", "tc-ends");
  ends.append(element("span", "", found.low), element("b", "", found.column), element("span", "", found.high));
  box.append(svg, ends);
  return box;
};
