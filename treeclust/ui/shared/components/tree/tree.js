// The tree as Streamlit mounts it.
import { mountTree } from "./tree_view.js";

export default mountTree;
