// Puts the plotly.js of the Python package into the page, once per tab.
import { TC, tell } from "./shared.js";

// A style sheet cannot ask whether the theme is dark, so the page says it in a class; looking twice a second is cheap.
const markDarkness = () => {
  const app = document.querySelector(".stApp");
  const [red, green, blue] = (app ? getComputedStyle(app).backgroundColor : "").match(/\d+/g)?.map(Number) ?? [255, 255, 255];
  const dark = red * 0.3 + green * 0.6 + blue * 0.1 < 128;
  if (document.documentElement.classList.contains("tc-dark") === dark) return;
  document.documentElement.classList.toggle("tc-dark", dark);
  tell("payload");
};

// Another page begins at its top, not where the last one was left.
const startAtTop = () => {
  let path = location.pathname;
  window.navigation?.addEventListener("currententrychange", () => {
    if (path !== location.pathname) document.querySelector(".stMain")?.scrollTo(0, 0);
    path = location.pathname;
  });
};

export default function ({ data }) {
  markDarkness();
  if (!TC.darkness) startAtTop();
  TC.darkness ??= setInterval(markDarkness, 500);
  if (TC.plotly) return;
  TC.plotly = new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = new URL(data.address, location.href).href; // pages lie side by side, and this file beside them, or below a path
    script.onload = () => resolve(window.Plotly);
    script.onerror = () => reject(new Error("plotly.js did not load"));
    document.head.appendChild(script);
  });
  tell("payload");
}
