// Keeps a large value in the tab under its name, so that small messages can refer to it. The server sends it again only when it changes.
import { TC, floats, tell } from "./shared.js";

const READ = {
  figure: (value) => value,
  hover: (value) => ({
    ...value,
    rows: floats(value.rows),
    columns: value.columns.map((column) => ({ ...column, values: floats(column.values) })),
  }),
  tree: (value) => ({ ...value, leaves: floats(value.leaves) }),
};

export const keepPayload = (data) => {
  if (TC.store[data.name]?.id === data.id) return;
  TC.store[data.name] = data.value === null ? { id: data.id } : { ...READ[data.name](data.value), id: data.id };
  tell("payload");
};
