// The interview as a card over the whole page. Replies are numbered and kept until the server has seen them, because Streamlit merges
// what comes while it is busy; the card that a reply leads to is often here already, and is then shown at once.
import { whenGone } from "../../shared/components/shared.js";
import { CERTAINTIES, FORM_NAMES, answersOf, formsOf, letterOf, marked, nextForm, recordsOf, sentence } from "./forms.js";

const KEYS = { u: "undo", g: "form", s: "certainty", o: "second", Escape: "close" };
const CARDS = new WeakMap();
// What outlives a card that Streamlit mounts anew, or takes away for a moment: also the replies that the server has not seen.
const KEPT = { form: "pair", odd: [], certainty: CERTAINTIES[0], allowed: false, text: "", conversation: null, replies: [], last: 0 };

// While the page is drawn anew a card may be there twice: the one drawn last hears the keys, and the other one when that has gone.
let listeners = [];

const WAITING = { waiting: "One moment: the next question …" };

class InterviewCard {
  constructor(root) {
    this.root = root;
    this.shown = null;
    this.waits = true; // for an answer to have the focus: at first, and while there is none
    this.find("[data-word]", true).forEach((button) => (button.onclick = () => this.press(button.dataset.word)));
    this.onKey = (event) => listeners.at(-1) === this && !this.closing && this.key(event);
    window.addEventListener("keydown", this.onKey, { capture: true });
  }

  find(selector, all = false) {
    return all ? [...this.root.querySelectorAll(selector)] : this.root.querySelector(selector);
  }

  update({ data, setStateValue }) {
    listeners = [...listeners.filter((card) => card !== this), this];
    const fresh = !this.data;
    this.data = data;
    this.report = setStateValue;
    if (KEPT.conversation !== data.conversation) Object.assign(KEPT, { conversation: data.conversation, replies: [] });
    KEPT.replies = KEPT.replies.filter((reply) => reply.number > data.seen);
    KEPT.last = Math.max(KEPT.last, data.seen);
    if (fresh && KEPT.replies.length) setTimeout(() => this.report("replies", KEPT.replies));
    if (!KEPT.replies.length) this.show(data.card, data.said);
    else if (!this.shown) this.show(WAITING, "");
    this.refresh();
  }

  // Closed already for whoever looks, while the server has yet to hear of it.
  get closing() {
    return KEPT.replies.some((reply) => reply.word === "close");
  }

  // What was chosen stays when another question takes the place of one that was not answered, if it has that form, too.
  get form() {
    return formsOf(this.shown).includes(KEPT.form) ? KEPT.form : "pair";
  }

  get answers() {
    return this.shown?.pair ? answersOf(this.shown, this.form, KEPT.odd) : [];
  }

  key(event) {
    const word = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    const answer = this.answers.find((one) => one.key === event.key);
    const at = this.form === "kind" ? this.shown.kind.rows.findIndex((_, place) => letterOf(place) === event.key) : -1;
    event.stopPropagation();
    if ((!word && !answer && at < 0) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (answer) this.answer(answer);
    else if (at >= 0) this.mark(this.shown.kind.rows[at]);
    else this.press(word);
  }

  press(word) {
    if (word === "allow") KEPT.allowed = true;
    if (word === "allow") return this.fill();
    if (word === "certainty") KEPT.certainty = CERTAINTIES[(CERTAINTIES.indexOf(KEPT.certainty) + 1) % CERTAINTIES.length];
    if (word === "certainty") return this.refresh();
    if (word === "form") return this.choose(nextForm(this.shown, this.form));
    if (word === "second" && !this.data.others) return undefined;
    if (word === "undo" && !this.data.answered && !KEPT.replies.length) return undefined;
    this.send({ word });
    KEPT.form = "pair";
    if (word !== "close") this.show(WAITING, "");
    return this.refresh();
  }

  answer({ word, rows }) {
    const ahead = KEPT.replies.length ? null : this.data.next[word];
    this.send({ word, rows, pair: this.shown.pair, certainty: KEPT.certainty });
    KEPT.form = "pair";
    const sure = KEPT.certainty === CERTAINTIES[0] || word === "unsure" || this.data.second;
    this.show((sure && ahead) || WAITING, "");
    this.refresh();
  }

  send(reply) {
    KEPT.last += 1;
    KEPT.replies.push({ number: KEPT.last, pair: null, ...reply });
    this.report("replies", KEPT.replies);
  }

  choose(form) {
    KEPT.form = form;
    KEPT.odd = [];
    this.fill();
    this.refresh();
  }

  mark(row) {
    KEPT.odd = marked(this.shown.kind.rows, KEPT.odd, row);
    this.fill();
  }

  show(card, said) {
    this.find(".tc-interview-said").textContent = said ?? "";
    const text = JSON.stringify(card);
    if (this.shown && text === KEPT.text) return;
    this.shown = card;
    if (text === KEPT.text) return this.fill();
    KEPT.text = text;
    this.choose(KEPT.form);
  }

  refresh() {
    const { answered, signal, ready, others, second, experts } = this.data;
    this.find(".tc-interview").style.display = this.closing ? "none" : "";
    this.find(".tc-interview").dataset.ready = String(ready && !KEPT.replies.length);
    this.find(".tc-interview-progress").textContent = answered === 1 ? "1 answer" : `${answered} answers`;
    this.find(".tc-interview-signal").textContent = this.shown?.signal ?? signal;
    this.find(".tc-interview-experts").textContent = experts;
    this.find('[data-word="undo"]').disabled = !answered && !KEPT.replies.length;
    this.find('[data-word="certainty"] span').textContent = `I am ${KEPT.certainty}`;
    this.find('[data-word="form"]').hidden = formsOf(this.shown).length < 2;
    this.find('[data-word="form"] span').textContent = FORM_NAMES[nextForm(this.shown, this.form)];
    this.find('[data-word="second"]').hidden = !others && !second;
    this.find('[data-word="second"] span').textContent = second ? "Back to new questions" : `Second opinions (${others})`;
  }

  fill() {
    const card = this.shown;
    this.find("h2").textContent = sentence(card, this.form);
    this.find("h2").dataset.pair = card.pair ? card.pair.join("-") : "";
    const table = this.find("table");
    table.replaceChildren();
    const fields = card.pair ? this.records(table, recordsOf(card, this.form)) : [];
    this.find(".tc-interview-allow").hidden = KEPT.allowed || !fields.some((field) => field.kind === "address");
    this.find(".tc-interview-records").scrollTop = 0;
    const page = this.root.ownerDocument;
    const answers = this.find(".tc-interview-answers");
    this.waits ||= answers.contains(page.activeElement);
    answers.replaceChildren(...this.answers.map((one) => this.button(one)));
    if (!this.waits || !answers.firstChild) return;
    if (!this.root.contains(page.activeElement)) answers.firstChild.focus();
    this.waits = false;
  }

  button(answer) {
    const button = Object.assign(document.createElement("button"), { type: "button", onclick: () => this.answer(answer) });
    button.dataset.word = answer.word;
    button.append(Object.assign(document.createElement("kbd"), { textContent: answer.key.toUpperCase() }), ` ${answer.text}`);
    return button;
  }

  records(table, { names, fields }) {
    const head = table.createTHead().insertRow();
    for (const [at, name] of ["", ...names].entries()) head.append(this.heading(name, at - 1));
    const body = table.createTBody();
    for (const field of fields) body.append(this.row(field));
    return fields;
  }

  heading(name, at) {
    const cell = Object.assign(document.createElement("th"), { scope: "col", textContent: name });
    if (this.form !== "kind" || at < 0) return cell;
    const row = this.shown.kind.rows[at];
    const button = Object.assign(document.createElement("button"), { type: "button", onclick: () => this.mark(row) });
    button.setAttribute("aria-pressed", String(KEPT.odd.includes(row)));
    button.append(`${name} `, Object.assign(document.createElement("kbd"), { textContent: letterOf(at).toUpperCase() }));
    cell.replaceChildren(button);
    return cell;
  }

  row(field) {
    const row = document.createElement("tr");
    row.className = field.gap > 0 ? "differs" : "";
    row.style.setProperty("--gap", field.gap);
    row.append(Object.assign(document.createElement("th"), { textContent: field.name, scope: "row" }), ...field.values.map((value) => this.cell(field, value)));
    return row;
  }

  cell(field, value) {
    const cell = Object.assign(document.createElement("td"), { className: field.kind });
    const picture = field.kind === "image" || (field.kind === "address" && KEPT.allowed);
    if (picture && value !== "–") cell.append(Object.assign(document.createElement("img"), { src: value, alt: field.name, referrerPolicy: "no-referrer" }));
    else cell.textContent = value;
    return cell;
  }

  destroy() {
    listeners = listeners.filter((card) => card !== this);
    window.removeEventListener("keydown", this.onKey, { capture: true });
  }
}

export default function (component) {
  const root = component.parentElement;
  const card = CARDS.get(root) ?? new InterviewCard(root);
  CARDS.set(root, card);
  card.update(component);
  return whenGone(root, () => {
    card.destroy();
    CARDS.delete(root);
  });
}
