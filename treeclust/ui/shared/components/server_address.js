// Streamlit's server is where the page's own scripts come from: one step up from a page's address.
window.__streamlit = { BACKEND_BASE_URL: new URL(".", location.href).href };
