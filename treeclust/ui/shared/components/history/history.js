// Undo and Redo. Streamlit merges clicks that come while it is busy, so the buttons report a place that each click moves by one;
// the server goes as far as the place has moved. `behind` and `ahead` are how many steps there are either way.
const PLACES = new WeakMap();
// Where the sidebar is folded away, its Solve is reached from here.
const NARROW = window.matchMedia("(max-width: 800px)");
const showSolve = (button) => {
  if (NARROW.matches) button.textContent = "Solve";
  else button.replaceChildren();
  button.hidden = !NARROW.matches;
  button.onclick = () => document.querySelector(".st-key-solve button")?.click();
};

export default function ({ parentElement, data, setStateValue }) {
  const own = PLACES.get(parentElement) ?? { place: data.place };
  PLACES.set(parentElement, own);
  const buttons = [...parentElement.querySelectorAll("button[data-step]")];
  const solve = parentElement.querySelector(".tc-solve-here");
  NARROW.onchange = () => showSolve(solve);
  showSolve(solve);
  const show = () => {
    const moved = own.place - data.place;
    const left = { "-1": data.behind + moved, 1: data.ahead - moved };
    for (const button of buttons) {
      button.disabled = left[button.dataset.step] <= 0;
      button.title = data.words[button.dataset.step];
    }
  };
  for (const button of buttons) {
    button.onclick = () => {
      own.place += Number(button.dataset.step);
      show();
      setStateValue("place", own.place);
    };
  }
  show();
}
