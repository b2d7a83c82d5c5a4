// Judges every import by lib/cli/config/layers.mjs, and what the browser would be sent.
import { rules } from '../config/layers.mjs';
import { findDependents, readModuleGraph } from './module-graph.mjs';

export const name = 'layers (imports)';
/** What is generated must be there. */
export const readsGenerated = true;

const SERVER_ONLY = /^lib\/(store|broker|runtime|gateway|workers)\/|^node_modules\/(pg|@prisma)\//;

export async function run() {
  const graph = await readModuleGraph();
  const forbidden = rules.forbidden.flatMap((rule) => findViolations(graph, rule));
  return [...forbidden, ...findServerCodeInClients(graph), ...findStalePages(graph)];
}

/** A rule is written in the language of dependency-cruiser, of which this knows what is used. */
export function findViolations(graph, { name: rule, scope, from, to }) {
  if (to.circular) {
    const circles = findCycles(scope === 'folder' ? foldersOf(graph, from) : graph);
    return circles.map((cycle) => `${rule}: ${cycle.join(' -> ')}`);
  }
  const found = [];
  const reaching = to.reachable ? new Set(findDependents(graph, targetsOf(graph, to))) : undefined;
  for (const [file, { imports }] of graph) {
    if (!isMatch(from, file) || reaching?.has(file) === false) continue;
    const reached = to.reachable ? reachableFrom(graph, file) : imports;
    const target = withGroups(to, from, file);
    for (const one of reached)
      if (isForbidden(target, one)) found.push(`${rule}: ${file} -> ${one.to ?? `${one.specifier} (not found)`}`);
  }
  return [...new Set(found)];
}

function targetsOf(graph, to) {
  return [...graph.values()].flatMap(({ imports }) =>
    imports.filter((one) => isForbidden(to, one)).map((one) => one.to),
  );
}

function isForbidden({ couldNotResolve = false, dependencyTypesNot = [], ...paths }, { to, core, typeOnly }) {
  if (couldNotResolve || to === null) return couldNotResolve && to === null;
  if (core && dependencyTypesNot.includes('core')) return false;
  if (typeOnly && dependencyTypesNot.includes('type-only')) return false;
  return isMatch(paths, to);
}

function isMatch({ path, pathNot }, file) {
  const matches = (patterns) => [patterns].flat().some((pattern) => compiled(pattern).test(file));
  return (path === undefined || matches(path)) && (pathNot === undefined || !matches(pathNot));
}

/** `$1` in a target is the first group of `from`, as it matched. */
function withGroups(to, from, file) {
  if (!/\$\d/.test(to.path)) return to;
  const groups = compiled(from.path).exec(file);
  const filled = (pattern) => pattern.replace(/\$(\d)/g, (_, at) => groups[at]);
  return { ...to, path: filled(to.path), pathNot: filled(to.pathNot) };
}

/** The graph of folders: each is what the pattern matches of its files' paths. */
function foldersOf(graph, from) {
  const folderOf = (file) => (isMatch(from, file) ? compiled(from.path).exec(file)[0] : undefined);
  const folders = new Map();
  for (const [file, { imports }] of graph) {
    const folder = folderOf(file);
    if (folder === undefined) continue;
    const others = imports.map(({ to }) => to !== null && folderOf(to)).filter((to) => to && to !== folder);
    const known = folders.get(folder)?.imports ?? [];
    folders.set(folder, { imports: [...known, ...others.map((to) => ({ to, typeOnly: false }))] });
  }
  return folders;
}

const expressions = new Map();

function compiled(pattern) {
  if (!expressions.has(pattern)) expressions.set(pattern, new RegExp(pattern));
  return expressions.get(pattern);
}

function reachableFrom(graph, file) {
  const reached = new Map();
  const open = [file];
  for (const current of open)
    for (const one of graph.get(current)?.imports ?? [])
      if (one.to !== null && !reached.has(one.to)) {
        reached.set(one.to, one);
        open.push(one.to);
      }
  return [...reached.values()];
}

/** Of what is there when the program runs: types may point both ways. */
function findCycles(graph) {
  const cycles = [];
  const done = new Set();
  const visit = (file, trail) => {
    const at = trail.indexOf(file);
    if (at !== -1) cycles.push([...trail.slice(at), file]);
    if (at !== -1 || done.has(file)) return;
    for (const { to, typeOnly } of graph.get(file)?.imports ?? [])
      if (!typeOnly && to !== null) visit(to, [...trail, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return cycles;
}

/** Follows what is bundled for the browser; a "use server" file is only a reference there. */
export function findServerCodeInClients(graph) {
  const violations = [];
  for (const [file, { directive }] of graph) {
    if (directive !== 'use client') continue;
    const trail = findServerCode(file, graph, new Set(), []);
    if (trail !== undefined) violations.push(`server code in the browser: ${trail.join(' -> ')}`);
  }
  return violations;
}

function findServerCode(file, graph, seen, trail) {
  if (seen.has(file)) return undefined;
  seen.add(file);
  const here = [...trail, file];
  if (SERVER_ONLY.test(file)) return here;
  const node = graph.get(file);
  if (node === undefined || (trail.length > 0 && node.directive === 'use server')) return undefined;
  for (const { to, typeOnly } of node.imports) {
    if (typeOnly || to === null) continue;
    const found = findServerCode(to, graph, seen, here);
    if (found !== undefined) return found;
  }
  return undefined;
}

const ACTION = /^lib\/console\/actions\//;
const READS_AGAIN = /^components\/(?:live\/use-(?:refresh|live-query)|form\/use-version-editor)\.ts$/;
/** A view of the settings that changes something shows what was before, unless it or a part of it reads again. */
export function findStalePages(graph) {
  const pages = [...graph].filter(([file]) => file.startsWith('app/(console)/settings/'));
  const views = new Set(pages.flatMap(([, { imports }]) => imports.map(({ to }) => to)));
  return [...views].flatMap((view) => {
    const [feature] = /^components\/[^/]+\//.exec(view) ?? [];
    if (feature === undefined || !graph.has(view)) return [];
    const parts = new Set([view]);
    const used = new Set();
    for (const part of parts)
      for (const { to, typeOnly } of graph.get(part).imports) {
        if (typeOnly || to === null) continue;
        used.add(to);
        if (to.startsWith(feature) && graph.has(to)) parts.add(to);
      }
    const uses = (kind) => [...used].some((to) => kind.test(to));
    return uses(ACTION) && !uses(READS_AGAIN)
      ? [`${view} calls an action and does not read again: useRefresh, or a live query`]
      : [];
  });
}
