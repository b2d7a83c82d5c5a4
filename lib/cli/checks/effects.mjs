// An effect that listens, waits or watches must end that: a listener that stays acts on a page that has gone, and each
// visit adds one. What begins in an effect ends in the function that it returns.
import { createRequire } from 'node:module';

import { listSourceFiles, readSource } from './source-files.mjs';

export const name = 'effects end what they begin (listeners, timers, observers, streams)';

const COMPONENTS = /^(components|app)\/.*\.tsx?$|^instrumentation-client\.ts$/;
const EFFECTS = new Set(['useEffect', 'useLayoutEffect', 'useInsertionEffect']);

/** What begins something, and what ends it. */
const PAIRS = [
  ['addEventListener', /\bremoveEventListener\(|\.abort\(/],
  ['setTimeout', /\bclearTimeout\(/],
  ['setInterval', /\bclearInterval\(/],
  ['requestAnimationFrame', /\bcancelAnimationFrame\(/],
  ['requestIdleCallback', /\bcancelIdleCallback\(/],
  ['ResizeObserver', /\.disconnect\(/],
  ['MutationObserver', /\.disconnect\(/],
  ['IntersectionObserver', /\.disconnect\(/],
  ['PerformanceObserver', /\.disconnect\(/],
  ['EventSource', /\.close\(/],
  ['WebSocket', /\.close\(/],
  ['BroadcastChannel', /\.close\(/],
  ['Worker', /\.terminate\(/],
];
const ENDS = new Map(PAIRS);
/** Functions of these names return what ends them: it must not be dropped. */
const ANSWERS_END = /^(subscribe|listen|watch|observe|follow|onOtherWindow)([A-Z]|$)/;
/** Most files begin nothing: they are not parsed. */
const MAY_BEGIN = new RegExp(`\\b(?:${[...EFFECTS, ...ENDS.keys()].join('|')})\\b`);

/** For as long as the page is there, by file and what begins. */
const FOR_THE_PAGE = {
  // what was typed before React came
  'components/form/typed-early.ts': ['addEventListener'],
  // when the person last did something
  'components/live/activity.ts': ['addEventListener'],
  // one dialog of the browser, which goes with its notification
  'components/alarms/notify-new-alarms.ts': ['addEventListener'],
  // a promise that is awaited
  'components/live/keep-navigation.ts': ['setTimeout', 'addEventListener'],
};

let ts;

export async function run() {
  ts ??= createRequire(import.meta.url)('typescript');
  const files = (await listSourceFiles()).filter((file) => COMPONENTS.test(file) && !file.includes('.test.'));
  return files.flatMap((file) => {
    const text = readSource(file);
    return MAY_BEGIN.test(text) ? unended(text, file).map(({ line, why }) => `${file}:${line} ${why}`) : [];
  });
}

/** @returns what begins and has no end */
export function unended(text, file = 'x.tsx') {
  ts ??= createRequire(import.meta.url)('typescript');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const functions = new Map();
  const problems = [];
  const lineOf = (node) => source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
  visit(source, (node) => {
    if (ts.isFunctionDeclaration(node) && node.name !== undefined) functions.set(node.name.text, node);
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && isFunction(node.initializer))
      functions.set(node.name.text, node.initializer);
  });
  const inEffects = new Set();
  visit(source, (node) => {
    if (!ts.isCallExpression(node) || !EFFECTS.has(calleeOf(node))) return;
    const [given] = node.arguments;
    const effect = given !== undefined && ts.isIdentifier(given) ? functions.get(given.text) : given;
    if (!isFunction(effect)) return;
    const ending = endingOf(effect, functions);
    for (const { what, at } of begun(effect, functions)) {
      inEffects.add(at);
      const ends = ENDS.get(what);
      if (ends === undefined ? ending === null : !ends.test(ending ?? ''))
        problems.push({
          line: lineOf(at),
          why: `${what} in an effect that does not end it: return a function that does`,
        });
    }
  });
  // outside effects: the file that begins it must at least be able to end it
  visit(source, (node) => {
    const what = beginning(node);
    if (what === null || what === 'setTimeout' || inEffects.has(node) || !ENDS.has(what)) return;
    if (ENDS.get(what).test(text) || FOR_THE_PAGE[file]?.includes(what) === true || isOwn(node)) return;
    problems.push({ line: lineOf(node), why: `${what} that nothing in this file ends` });
  });
  return problems;
}

function visit(node, see) {
  see(node);
  node.forEachChild((child) => visit(child, see));
}

const isFunction = (node) => node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionLike(node));

function calleeOf({ expression }) {
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
}

/** What a node begins; null: nothing. */
function beginning(node) {
  if (ts.isNewExpression(node)) return ENDS.has(node.expression.getText()) ? node.expression.getText() : null;
  if (!ts.isCallExpression(node)) return null;
  const callee = calleeOf(node);
  if (ENDS.has(callee)) return callee;
  // its answer is dropped
  return ANSWERS_END.test(callee) && ts.isExpressionStatement(node.parent) && callee !== 'observe' ? callee : null;
}

/**
 * A listener of what this code made itself goes with it: `source = new EventSource(…)` is closed, not each listener.
 */
function isOwn(node) {
  if (calleeOf(node) !== 'addEventListener') return false;
  return !/^(window|document|globalThis|navigator)\b|^addEventListener$/.test(node.expression.getText());
}

/** All that an effect begins, also in functions of this file that it calls by name. */
function begun(effect, functions, seen = new Set([effect])) {
  const found = [];
  visit(effect.body ?? effect, (node) => {
    const what = beginning(node);
    if (what !== null && !(what === 'addEventListener' && isOwn(node))) found.push({ what, at: node });
    if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return;
    const local = functions.get(node.expression.text);
    // whose answer is returned, or kept, is ended by that answer
    if (local === undefined || seen.has(local) || within(effect, local) || !ts.isExpressionStatement(node.parent))
      return;
    seen.add(local);
    found.push(...begun(local, functions, seen));
  });
  return found;
}

function within(outer, inner) {
  return inner.pos >= outer.pos && inner.end <= outer.end;
}

/** The text of what the effect returns, with the functions of this file that it names; null: it returns nothing. */
function endingOf(effect, functions) {
  if (!ts.isBlock(effect.body)) return textWith(effect.body, functions);
  const returned = [];
  const look = (node) => {
    if (ts.isReturnStatement(node) && node.expression !== undefined) returned.push(node.expression);
    if (!isFunction(node)) node.forEachChild(look);
  };
  effect.body.forEachChild(look);
  return returned.length === 0 ? null : returned.map((node) => textWith(node, functions)).join('\n');
}

function textWith(node, functions) {
  const named = [];
  visit(node, (each) => {
    if (ts.isIdentifier(each) && functions.has(each.text)) named.push(functions.get(each.text).getText());
  });
  return [node.getText(), ...named].join('\n');
}
