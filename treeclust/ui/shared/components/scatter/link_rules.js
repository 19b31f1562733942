// The links of one tab, each [lower row, higher row, kind], and what may be added to them. The server checks again; this only
// answers at once.
export const otherKind = (kind) => (kind === "must" ? "cannot" : "must");

// Row → the root of its must-link component, for the rows that have links.
const components = (links) => {
  const parent = new Map();
  const root = (row) => {
    let at = row;
    while (parent.has(at) && parent.get(at) !== at) at = parent.get(at);
    return at;
  };
  for (const [a, b, kind] of links) {
    if (kind === "must") parent.set(root(a), root(b));
  }
  return root;
};

// The shortest chain of must-links between two rows of one component.
const mustChain = (links, from, to) => {
  const steps = new Map();
  const step = (row, next, link) => steps.set(row, [...(steps.get(row) ?? []), { row: next, link }]);
  for (const link of links) {
    if (link[2] !== "must") continue;
    step(link[0], link[1], link);
    step(link[1], link[0], link);
  }
  const came = new Map([[from, null]]);
  const queue = [from];
  while (queue.length && !came.has(to)) {
    const row = queue.shift();
    for (const next of steps.get(row) ?? []) {
      if (came.has(next.row)) continue;
      came.set(next.row, { row, link: next.link });
      queue.push(next.row);
    }
  }
  const chain = [];
  for (let back = came.get(to); back; back = came.get(back.row)) chain.unshift(back.link);
  return chain;
};

// Why the rows are already settled the other way: the chain of links, or null if the new link is welcome.
const clash = (links, a, b, kind) => {
  const root = components(links);
  if (kind === "cannot") return root(a) === root(b) ? mustChain(links, a, b) : null;
  for (const link of links) {
    if (link[2] !== "cannot") continue;
    for (const [one, two] of [[link[0], link[1]], [link[1], link[0]]]) {
      const between = root(one) === root(a) && root(two) === root(b);
      if (between) return [...mustChain(links, a, one), link, ...mustChain(links, two, b)];
    }
  }
  return null;
};

// {links} with the new link, or {refusal} in words. `mayBreak` tells which links are not sure: those may be contradicted.
export const withLink = (links, a, b, kind, name, mayBreak) => {
  const [low, high] = a < b ? [a, b] : [b, a];
  const at = links.findIndex((link) => link[0] === low && link[1] === high);
  if (at >= 0 && links[at][2] === kind) return { refusal: `Rows ${name(low)} and ${name(high)} are already linked that way.` };
  const rest = links.filter((_, i) => i !== at);
  const chain = clash(rest.filter((link) => !mayBreak(link)), low, high, kind);
  if (chain) {
    const words = chain.map((link) => `${name(link[0])}–${name(link[1])} ${link[2]}`).join(", ");
    const settled = kind === "cannot" ? "together" : "apart";
    return { refusal: `Not added: other links already keep ${name(low)} and ${name(high)} ${settled} (${words}). Remove one of them first, or make it unsure.` };
  }
  return { links: [...rest, [low, high, kind]] };
};
