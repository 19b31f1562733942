// How a drawing lies in its card: which of the drawings, at which scale. Text of 12 units at scale 1 has 12 pixels, and
// nothing is drawn smaller.
const LARGEST = 1.5;
// The last drawing is the outline. Where even that is higher than the card, the card becomes higher, up to so many times;
// a narrow card, which one scrolls past anyway, as high as it takes. On a phone it is no higher than its drawing.
const MOST_HIGHER = 1.5;
const NARROW = 480;
const PHONE = 800;

export const scaleOf = ([width, height], [roomX, roomY], largest = LARGEST) =>
  Math.min(roomX / width, roomY / height, largest) || 1;

// The one downwards if it can be read; else of those that can be read the one that fills most of the card; else the
// outline; where it would be far too high, the largest of the others.
export const bestDrawing = (sizes, room) => {
  const scales = sizes.map((size) => scaleOf(size, room));
  if (scales[0] >= 1) return 0;
  const outline = sizes.length - 1;
  const filled = ([width, height], scale) => (width * height * scale ** 2) / (room[0] * room[1]);
  const worth = sizes.slice(0, outline).map((size, i) => (scales[i] >= 1 ? 2 + filled(size, scales[i]) : scales[i]));
  const best = worth.indexOf(Math.max(...worth));
  if (worth[best] >= 2) return best;
  const fits = sizes[outline][0] <= room[0] && sizes[outline][1] <= MOST_HIGHER * room[1];
  return fits || room[0] < NARROW ? outline : best;
};

// How high the card must be for a drawing.
export const cardHeight = (sizes, chosen, [roomX, roomY], screen) => {
  const [width, height] = sizes[chosen];
  const outline = chosen === sizes.length - 1;
  const all = height * Math.max(1, scaleOf([width, height], [roomX, Infinity]));
  if (screen <= PHONE) return outline ? all : Math.min(roomY, all);
  return outline ? Math.max(roomY, height) : roomY;
};

// The part of the drawing that the card shows: all of it in the middle; where that would be too small to read, the part
// around the root, and the rest is reached by dragging.
export const homeBox = (size, room, root, largest) => {
  const scale = Math.max(scaleOf(size, room, largest), 1);
  const [w, h] = [room[0] / scale, room[1] / scale];
  const place = (length, shown, centre) =>
    shown >= length ? (length - shown) / 2 : Math.max(0, Math.min(length - shown, centre - shown / 2));
  return [place(size[0], w, root[0]), place(size[1], h, root[1]), w, h];
};
