// How a drawing lies in its card: which of the drawings, at which scale. Text of 12 units at scale 1 has 12 pixels.
// On a phone all of the tree comes first: two fingers, or +, make it larger.
const LARGEST = 1.5;
const [PHONE, ON_PHONE] = [480, 0.7];
const smallest = ([roomX]) => (roomX < PHONE ? ON_PHONE : 1);

export const scaleOf = ([width, height], [roomX, roomY], largest = LARGEST) =>
  Math.min(roomX / width, roomY / height, largest) || 1;

// The one downwards if it can be read; else of those that can be read the one that fills most of the card; else the largest.
export const bestDrawing = (sizes, room) => {
  const scales = sizes.map((size) => scaleOf(size, room));
  const least = smallest(room);
  if (scales[0] >= least) return 0;
  const worth = sizes.map(([width, height], i) => (scales[i] >= least ? 2 + (width * height * scales[i] ** 2) / (room[0] * room[1]) : scales[i]));
  return worth.indexOf(Math.max(...worth));
};

// The part of the drawing that the card shows: all of it in the middle; where that would be too small to read, the part
// around the root, and the rest is reached by dragging.
export const homeBox = (size, room, root, largest) => {
  const fitting = scaleOf(size, room, largest);
  const scale = Math.max(fitting, smallest(room));
  const [w, h] = [room[0] / scale, room[1] / scale];
  const place = (length, shown, centre) =>
    shown >= length ? (length - shown) / 2 : Math.max(0, Math.min(length - shown, centre - shown / 2));
  return [place(size[0], w, root[0]), place(size[1], h, root[1]), w, h];
};
