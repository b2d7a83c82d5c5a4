// Imports between the folders of one room that go against the order of the others, and circles of files.

/** @returns imports, types included, that would have to go for the folders of the room to have an order */
export function countBackArrows(graph, room) {
  const weights = weighArrows(graph, room);
  const order = orderFolders(weights);
  let back = 0;
  for (const [from, targets] of weights)
    for (const [to, weight] of targets) if (order.indexOf(to) < order.indexOf(from)) back += weight;
  return back;
}

/** A file directly in the room is a folder of its own. */
function weighArrows(graph, room) {
  const folderOf = (file) => (file?.startsWith(`${room}/`) ? file.slice(room.length + 1).split('/')[0] : undefined);
  const weights = new Map();
  for (const [file, { imports }] of graph) {
    const from = folderOf(file);
    if (from === undefined) continue;
    if (!weights.has(from)) weights.set(from, new Map());
    for (const { to } of imports) {
      const target = folderOf(to);
      if (target === undefined || target === from) continue;
      weights.get(from).set(target, (weights.get(from).get(target) ?? 0) + 1);
    }
  }
  return weights;
}

/** Importers first: takes again and again the folder that is imported least by what is left, for what it imports. */
function orderFolders(weights) {
  const left = new Set([...weights.keys(), ...[...weights.values()].flatMap((targets) => [...targets.keys()])]);
  const out = (folder) => total([...(weights.get(folder) ?? [])].filter(([to]) => left.has(to)));
  const into = (folder) => total([...left].map((from) => [from, weights.get(from)?.get(folder) ?? 0]));
  const first = [];
  const last = [];
  while (left.size > 0) {
    const sink = [...left].find((folder) => out(folder) === 0);
    const next = sink ?? best([...left], (folder) => (into(folder) === 0 ? Infinity : out(folder) - into(folder)));
    if (sink === undefined) first.push(next);
    else last.unshift(next);
    left.delete(next);
  }
  return [...first, ...last];
}

function total(entries) {
  return entries.reduce((sum, [, weight]) => sum + weight, 0);
}

function best(items, valueOf) {
  return items.reduce((found, item) => (valueOf(item) > valueOf(found) ? item : found));
}

/** @returns groups of two or more files that reach each other through imports (Tarjan's algorithm) */
export function countCircles(graph) {
  const numbers = new Map();
  const lowest = new Map();
  const stack = [];
  const onStack = new Set();
  let circles = 0;
  const visit = (file) => {
    numbers.set(file, numbers.size);
    lowest.set(file, numbers.get(file));
    stack.push(file);
    onStack.add(file);
    for (const { to } of graph.get(file).imports) {
      if (!graph.has(to)) continue;
      if (!numbers.has(to)) visit(to);
      if (onStack.has(to)) lowest.set(file, Math.min(lowest.get(file), lowest.get(to)));
    }
    if (lowest.get(file) !== numbers.get(file)) return;
    const circle = stack.splice(stack.indexOf(file));
    for (const member of circle) onStack.delete(member);
    if (circle.length > 1) circles += 1;
  };
  for (const file of graph.keys()) if (!numbers.has(file)) visit(file);
  return circles;
}
