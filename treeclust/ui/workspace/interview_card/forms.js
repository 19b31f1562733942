// The forms of a question, without a page: two rows, which of some rows a row goes with, or whether some rows are one kind. Each has a
// sentence, the records to show, and the answers with their keys.
export const CERTAINTIES = ["sure", "fairly sure", "unsure"];
const LETTERS = "abcefhijklmnpqrtvwxyz"; // without those that are keys of the card

export function formsOf(card) {
  return card?.pair ? ["pair", ...(card.group ? ["group"] : []), ...(card.kind ? ["kind"] : [])] : [];
}

export function nextForm(card, form) {
  const forms = formsOf(card);
  return forms[(forms.indexOf(form) + 1) % forms.length] ?? "pair";
}

export const FORM_NAMES = { pair: "Two rows", group: "Which of these?", kind: "One kind?" };

export function sentence(card, form) {
  if (form === "group") return `Which of these does ${card.group.names[0]} go with?`;
  if (form === "kind") return `Are these ${card.kind.rows.length} rows one kind? Mark those that are not.`;
  return card.waiting ?? `Do ${card.names[0]} and ${card.names[1]} belong together?`;
}

export function answersOf(card, form, odd = []) {
  if (form === "group") {
    const options = card.group.rows.slice(1).map((row, at) => ({ key: String(at + 1), text: card.group.names[at + 1], word: "group", rows: [row] }));
    return [...options, { key: "0", text: "None of these", word: "group", rows: [] }, { key: "d", text: "Don't know", word: "not group", rows: [] }];
  }
  if (form === "kind") {
    const text = odd.length ? `One kind, but for ${odd.length}` : "All one kind";
    return [{ key: "1", text, word: "kind", rows: odd }, { key: "3", text: "Don't know", word: "not kind", rows: [] }];
  }
  return [{ key: "1", text: "Together", word: "together" }, { key: "2", text: "Apart", word: "apart" }, { key: "3", text: "Don't know", word: "unsure" }];
}

// Marks a row as one that does not belong to the others, or takes the mark away; one row at least stays.
export function marked(rows, odd, row) {
  if (odd.includes(row)) return odd.filter((one) => one !== row);
  return odd.length + 1 < rows.length ? [...odd, row] : odd;
}

export function letterOf(at) {
  return LETTERS[at];
}

// The records of a form as a table: names of the columns, then one line per field with a value per record.
export function recordsOf(card, form) {
  if (form === "pair") return { names: card.names, fields: card.fields.map((field) => ({ ...field, values: [field.a, field.b] })) };
  return { names: card[form].names, fields: card[form].fields };
}
