// The linking plot as Streamlit mounts it.
import { mountScatter } from "./link_scatter.js";

export default mountScatter;
