// A title that is longer than its axis would be cut off at both ends: it ends in an ellipsis instead. Titles are text for
// Plotly, in which an entity is one letter.
const LETTER = 7.4;
const BESIDE = 60;

export const fitTitles = (layout, width, height) => {
  for (const [name, room] of [["xaxis", width], ["yaxis", height]]) {
    const title = layout[name]?.title;
    const letters = title?.text?.match(/&\w+;|[\s\S]/g) ?? [];
    const most = Math.max(8, Math.floor((room - BESIDE) / LETTER));
    if (letters.length > most) title.text = `${letters.slice(0, most - 1).join("")}…`;
  }
};
