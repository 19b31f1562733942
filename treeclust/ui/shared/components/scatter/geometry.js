// Where rows are on the screen, and what is near the pointer. Coordinates are relative to the plot's element.
export class Geometry {
  constructor(gd) {
    this.gd = gd;
    this.rows = [];
  }

  read() {
    this.rows = [];
    this.X = [];
    this.Y = [];
    for (const trace of this.gd._fullData) {
      if (!trace.customdata) continue;
      for (let i = 0; i < trace.customdata.length; i++) {
        this.rows.push(trace.customdata[i]);
        this.X[trace.customdata[i]] = trace.x[i];
        this.Y[trace.customdata[i]] = trace.y[i];
      }
    }
    this.stacks = new Map();
    for (const row of this.rows) {
      const spot = this.spotOf(row);
      if (!this.stacks.has(spot)) this.stacks.set(spot, []);
      this.stacks.get(spot).push(row);
    }
  }

  spotOf(row) {
    return `${this.X[row]},${this.Y[row]}`;
  }

  // All rows that are drawn where this one is.
  stackOf(row) {
    return this.stacks?.get(this.spotOf(row)) ?? [row];
  }

  get axes() {
    return [this.gd._fullLayout.xaxis, this.gd._fullLayout.yaxis];
  }

  has(row) {
    return this.X?.[row] !== undefined;
  }

  pixel(row) {
    const [x, y] = this.axes;
    return [x._offset + x.l2p(this.X[row]), y._offset + y.l2p(this.Y[row])];
  }

  at(event) {
    const box = this.gd.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  inside([px, py]) {
    const [x, y] = this.axes;
    return px >= x._offset && px <= x._offset + x._length && py >= y._offset && py <= y._offset + y._length;
  }

  nearestRow(point, radius = 10) {
    if (!this.inside(point)) return null;
    const [x, y] = this.axes;
    let best = null;
    let least = radius * radius;
    for (const row of this.rows) {
      const dx = x._offset + x._m * this.X[row] + x._b - point[0];
      if (dx > radius || dx < -radius) continue;
      const dy = y._offset + y._m * this.Y[row] + y._b - point[1];
      const square = dx * dx + dy * dy;
      if (square < least) {
        least = square;
        best = row;
      }
    }
    return best;
  }

  nearestLink(links, point, radius = 6) {
    if (!this.inside(point)) return null;
    let best = null;
    let least = radius;
    links.forEach((link, index) => {
      if (!this.has(link[0]) || !this.has(link[1])) return;
      const away = distanceToSegment(point, this.pixel(link[0]), this.pixel(link[1]));
      if (away < least) {
        least = away;
        best = index;
      }
    });
    return best;
  }

  rowsIn(polygon) {
    return this.rows.filter((row) => insidePolygon(this.pixel(row), polygon));
  }
}

export const distanceToSegment = (p, a, b) => {
  const [vx, vy] = [b[0] - a[0], b[1] - a[1]];
  const along = ((p[0] - a[0]) * vx + (p[1] - a[1]) * vy) / (vx * vx + vy * vy || 1);
  const t = Math.max(0, Math.min(1, along));
  return Math.hypot(p[0] - a[0] - t * vx, p[1] - a[1] - t * vy);
};

export const insidePolygon = ([x, y], polygon) => {
  let inside = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [xi, yi] = polygon[i];
    const [xj, yj] = polygon[j];
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside;
  }
  return inside;
};
