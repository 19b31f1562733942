// Puts the plotly.js of the Python package into the page, once per tab.
export default function ({ data }) {
  if (TC.plotly) return;
  TC.plotly = new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = URL.createObjectURL(new Blob([data], { type: "text/javascript" }));
    script.onload = () => resolve(window.Plotly);
    script.onerror = () => reject(new Error("plotly.js did not load"));
    document.head.appendChild(script);
  });
  tell("payload");
}
