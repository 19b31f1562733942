// Streamlit's way to bring a large value into the tab.
import { keepPayload } from "./payloads.js";

export default ({ data }) => keepPayload(data);
