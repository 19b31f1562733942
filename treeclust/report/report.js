// Draws the plot of the report from the figure that the page carries.
const figure = JSON.parse(document.getElementById("figure").textContent);
const config = { displaylogo: false, responsive: true, scrollZoom: true, displayModeBar: false };
Plotly.newPlot("plot", figure.data, figure.layout, config);
