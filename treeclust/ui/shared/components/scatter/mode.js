// What a press of the pointer means now: a must-link, a cannot-link, a loop around a group, or a look at a row.
import { TC } from "../shared.js";
import { otherKind } from "./link_rules.js";

export const linking = () => TC.mode === "must" || TC.mode === "cannot";

// With shift held down, the other kind of link.
export const kindFor = (event) => (event.shiftKey ? otherKind(TC.mode) : TC.mode);
