// The links of one tab, and what may be added to them. The server checks again; this only answers at once.
const otherKind = (kind) => (kind === "must" ? "cannot" : "must");
const samePair = (link, a, b) => (link[0] === a && link[1] === b) || (link[0] === b && link[1] === a);

// The shortest chain of must-links between two rows, or null.
const mustChain = (links, from, to) => {
  const came = new Map([[from, null]]);
  const queue = [from];
  while (queue.length && !came.has(to)) {
    const row = queue.shift();
    for (const link of links) {
      if (link[2] !== "must" || (link[0] !== row && link[1] !== row)) continue;
      const next = link[0] === row ? link[1] : link[0];
      if (!came.has(next)) {
        came.set(next, { row, link });
        queue.push(next);
      }
    }
  }
  if (!came.has(to)) return null;
  const chain = [];
  for (let step = came.get(to); step; step = came.get(step.row)) chain.unshift(step.link);
  return chain;
};

// Why the rows are already settled the other way: the chain of links, or null if the new link is welcome.
const clash = (links, a, b, kind) => {
  if (kind === "cannot") return mustChain(links, a, b);
  for (const link of links) {
    if (link[2] !== "cannot") continue;
    for (const [one, two] of [[link[0], link[1]], [link[1], link[0]]]) {
      const before = mustChain(links, a, one);
      const after = before && mustChain(links, two, b);
      if (after) return [...before, link, ...after];
    }
  }
  return null;
};

// {links} with the new link, or {refusal} in words.
const withLink = (links, a, b, kind, name) => {
  const [low, high] = a < b ? [a, b] : [b, a];
  const at = links.findIndex((link) => samePair(link, low, high));
  if (at >= 0 && links[at][2] === kind) return { refusal: `Rows ${name(low)} and ${name(high)} are already linked that way.` };
  const rest = links.filter((_, i) => i !== at);
  const chain = clash(rest, low, high, kind);
  if (chain) {
    const words = chain.map((link) => `${name(link[0])}–${name(link[1])} ${link[2]}`).join(", ");
    const settled = kind === "cannot" ? "together" : "apart";
    return { refusal: `Not added: other links already keep ${name(low)} and ${name(high)} ${settled} (${words}). Remove one of them first.` };
  }
  return { links: [...rest, [low, high, kind]] };
};
