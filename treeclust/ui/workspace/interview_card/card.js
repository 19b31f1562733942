// The interview as a card over the whole page. Replies are numbered and kept until the server has seen them, because Streamlit merges
// what comes while it is busy; the card that a reply leads to is often here already, and is then shown at once.
const KEYS = { 1: "together", 2: "apart", 3: "unsure", u: "undo", Escape: "close" };
const ANSWERS = ["together", "apart", "unsure"];
const CARDS = new WeakMap();

class InterviewCard {
  constructor(root) {
    this.root = root;
    this.replies = [];
    this.shown = null;
    this.allowed = false;
    this.find("[data-word]", true).forEach((button) => (button.onclick = () => this.press(button.dataset.word)));
    this.onKey = (event) => this.key(event);
    window.addEventListener("keydown", this.onKey, { capture: true });
  }

  find(selector, all = false) {
    return all ? [...this.root.querySelectorAll(selector)] : this.root.querySelector(selector);
  }

  update({ data, setStateValue }) {
    this.data = data;
    this.report = setStateValue;
    this.replies = this.replies.filter((reply) => reply.number > data.seen);
    this.last = Math.max(this.last ?? 0, data.seen);
    if (!this.replies.length) this.show(data.card, data.said);
    this.refresh();
    if (!this.begun) this.find('[data-word="together"]').focus();
    this.begun = true;
  }

  key(event) {
    const word = KEYS[event.key];
    event.stopPropagation();
    if (!word || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.press(word);
  }

  press(word) {
    if (word === "allow") {
      this.allowed = true;
      return this.fill();
    }
    if (ANSWERS.includes(word) && !this.shown?.pair) return undefined;
    if (word === "undo" && !this.data.answered && !this.replies.length) return undefined;
    const ahead = this.replies.length ? null : this.data.next[word];
    this.last += 1;
    this.replies.push({ number: this.last, pair: this.shown?.pair ?? null, word });
    this.report("replies", this.replies);
    if (ANSWERS.includes(word) || word === "undo") this.show(ahead ?? { waiting: "One moment: the next question …" }, "");
    return this.refresh();
  }

  show(card, said) {
    this.find(".tc-interview-said").textContent = said ?? "";
    if (JSON.stringify(card) === JSON.stringify(this.shown)) return;
    this.shown = card;
    this.fill();
  }

  refresh() {
    const { answered, signal, ready } = this.data;
    this.find(".tc-interview").dataset.ready = String(ready && !this.replies.length);
    this.find(".tc-interview-progress").textContent = answered === 1 ? "1 answer" : `${answered} answers`;
    this.find(".tc-interview-signal").textContent = this.shown?.signal ?? signal;
    for (const word of ANSWERS) this.find(`[data-word="${word}"]`).disabled = !this.shown?.pair;
    this.find('[data-word="undo"]').disabled = !answered && !this.replies.length;
  }

  fill() {
    const card = this.shown;
    this.find("h2").textContent = card.waiting ?? `Do ${card.names[0]} and ${card.names[1]} belong together?`;
    this.find("h2").dataset.pair = card.pair ? card.pair.join("-") : "";
    const table = this.find("table");
    table.replaceChildren();
    if (card.pair) {
      const head = table.createTHead().insertRow();
      for (const name of ["", ...card.names]) head.append(Object.assign(document.createElement("th"), { textContent: name, scope: "col" }));
      const body = table.createTBody();
      for (const field of card.fields) body.append(this.row(field));
    }
    this.find(".tc-interview-allow").hidden = this.allowed || !card.fields?.some((field) => field.kind === "address");
    this.find(".tc-interview-records").scrollTop = 0;
  }

  row(field) {
    const row = document.createElement("tr");
    row.className = field.gap > 0 ? "differs" : "";
    row.style.setProperty("--gap", field.gap);
    row.append(Object.assign(document.createElement("th"), { textContent: field.name, scope: "row" }), this.cell(field, field.a), this.cell(field, field.b));
    return row;
  }

  cell(field, value) {
    const cell = Object.assign(document.createElement("td"), { className: field.kind });
    const picture = field.kind === "image" || (field.kind === "address" && this.allowed);
    if (picture && value !== "–") cell.append(Object.assign(document.createElement("img"), { src: value, alt: field.name, referrerPolicy: "no-referrer" }));
    else cell.textContent = value;
    return cell;
  }

  destroy() {
    window.removeEventListener("keydown", this.onKey, { capture: true });
  }
}

export default function (component) {
  const root = component.parentElement;
  const card = CARDS.get(root) ?? new InterviewCard(root);
  CARDS.set(root, card);
  card.update(component);
  return () => {
    card.destroy();
    CARDS.delete(root);
  };
}
