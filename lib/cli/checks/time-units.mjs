// A number says its unit in its name: leaseMs, p_keep_ms, validHours. Where it becomes an interval, or is compared with
// one, the unit must be the same: milliseconds taken for seconds keep a lease for eleven days.
import { listSourceFiles, readSource } from './source-files.mjs';

export const name = 'numbers and intervals of one unit (in SQL, and where names meet)';

const WITH_SQL = /^(lib\/.*\.ts|prisma\/functions\/.*\.sql|prisma\/migrations\/.*\.sql)$/;
const EXEMPT = /\.test\.ts$|^lib\/store\/generated\/|^lib\/testing\/faults\//;

/** By the last word of a name. */
const UNITS = [
  ['ms', /(?:Ms|_ms|_MS|^ms|Milliseconds|_milliseconds)$/],
  ['s', /(?:[a-z]S|_s|_S|[sS]econds|_SECONDS)$/],
  ['min', /(?:[mM]inutes|_MINUTES)$/],
  ['h', /(?:[hH]ours|_HOURS)$/],
  ['d', /(?:[dD]ays|_DAYS)$/],
];
/** Of intervals and of the arguments of make_interval. */
const WORDS = {
  ...{ us: 'us', microsecond: 'us', microseconds: 'us', ms: 'ms', millisecond: 'ms', milliseconds: 'ms' },
  ...{ s: 's', sec: 's', secs: 's', second: 's', seconds: 's', min: 'min', mins: 'min', minute: 'min', minutes: 'min' },
  ...{ h: 'h', hour: 'h', hours: 'h', d: 'd', day: 'd', days: 'd' },
};
/** Written conversions that change the unit of what they are applied to. */
const CONVERTS = [
  [/\/\s*1000(?:\.0)?\b/, 'ms', 's'],
  [/\*\s*1000\b(?!\d)/, 's', 'ms'],
  [/\*\s*1000\b(?!\d)/, 'ms', 'us'],
  [/\/\s*60(?:\.0)?\b/, 's', 'min'],
  [/\/\s*60000(?:\.0)?\b/, 'ms', 'min'],
];

export async function run() {
  const files = (await listSourceFiles()).filter((file) => WITH_SQL.test(file) && !EXEMPT.test(file));
  return files.flatMap((file) => mixedUnits(readSource(file)).map(({ line, why }) => `${file}:${line} ${why}`));
}

/** @returns where a number of one unit is used as another */
export function mixedUnits(text) {
  const problems = [...timesInterval(text), ...madeIntervals(text), ...epochs(text), ...assigned(text)];
  return problems
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, why }) => ({ line: text.slice(0, at).split('\n').length, why }));
}

function unitOf(identifier) {
  return UNITS.find(([, pattern]) => pattern.test(identifier))?.[0];
}

/** The names with a unit in an expression; casts and keywords have none. */
function namesIn(expression) {
  return [...expression.replaceAll(/::\w+(\[\])?/g, '').matchAll(/[A-Za-z_]\w*/g)]
    .map(([found]) => ({ found, unit: unitOf(found) }))
    .filter(({ unit }) => unit !== undefined);
}

function judge(expression, wanted, at) {
  return namesIn(expression)
    .filter(({ unit }) => unit !== wanted)
    .filter(({ unit }) => !CONVERTS.some(([way, from, to]) => from === unit && to === wanted && way.test(expression)))
    .map(({ found, unit }) => ({ at, why: `uses ${found}, in ${unit}, as ${wanted}` }));
}

/** `$keepMs * interval '1 s'`, and the other way round. */
function timesInterval(text) {
  const problems = [];
  for (const found of text.matchAll(/interval\s*'(\d+(?:\.\d+)?)\s*([a-z]+)'/gi)) {
    const unit = WORDS[found[2].toLowerCase()];
    if (unit === undefined || Number(found[1]) !== 1) continue;
    const before = /\*\s*\(?\s*$/.exec(text.slice(0, found.index));
    const after = /^\s*\*\s*([$\w.:{}()]+)/.exec(text.slice(found.index + found[0].length));
    if (before !== null) problems.push(...judge(operandBefore(text, before.index), unit, found.index));
    if (after !== null) problems.push(...judge(after[1], unit, found.index));
  }
  return problems;
}

/** What stands before an operator, back to where it begins: products, casts, and one pair of parentheses. */
function operandBefore(text, end) {
  let depth = 0;
  for (let at = end - 1; at >= 0 && end - at < 300; at -= 1) {
    const letter = text[at];
    if (letter === ')' || letter === ']') depth += 1;
    if (letter === '(' || letter === '[') depth -= 1;
    if (depth < 0) return text.slice(at + 1, end);
    if (depth === 0 && (/[,;+<>=`\n]/.test(letter) || (letter === '-' && text[at + 1] === ' ')))
      return text.slice(at + 1, end);
  }
  return text.slice(Math.max(0, end - 300), end);
}

/** `make_interval(secs => $keepMs)`; without names a reader cannot see what a number is. */
function madeIntervals(text) {
  const problems = [];
  for (const { index } of text.matchAll(/\bmake_interval\(/g)) {
    const inside = text.slice(index + 14, closing(text, index + 13));
    const given = /^\s*(\w+)\s*=>\s*([\s\S]*)$/.exec(inside);
    if (given === null) problems.push({ at: index, why: 'calls make_interval without the name of its argument' });
    else problems.push(...judge(given[2], WORDS[given[1]] ?? given[1], index));
  }
  return problems;
}

/** `extract(epoch FROM …)` is in seconds: what is named, divided by or compared with milliseconds needs `* 1000`. */
function epochs(text) {
  const problems = [];
  for (const { index } of text.matchAll(/\bextract\s*\(\s*epoch\b/gi)) {
    const end = closing(text, text.indexOf('(', index));
    const rest = text.slice(end + 1, end + 160);
    const unit = /^[\s)]*(?:::\w+[\s)]*)?\*\s*1000\b(?!\d)/.test(rest) ? 'ms' : 's';
    const alias = /^(?:(?!\bAS\b|\bFROM\b|\bSELECT\b|,|\n\n)[\s\S])*\bAS\s+"?(\w+)"?/.exec(rest)?.[1];
    const beside = /^[\s)]*(?:::\w+[\s)]*)?(?:\*\s*1000\s*)?(?:\/|<=?|>=?|=)\s*([$\w.]+)/.exec(rest)?.[1];
    for (const other of [alias, beside])
      if (other !== undefined && ![undefined, unit].includes(unitOf(other)))
        problems.push({ at: index, why: `takes an epoch, in ${unit}, for ${other}` });
  }
  return problems;
}

/** `{ leaseMs: LEASE_SECONDS }` */
function assigned(text) {
  return [...text.matchAll(/\b(\w+)(?::|\s*=>|\s*=)\s+([A-Za-z_][\w.]*)\s*(?=[,;})\n])/g)].flatMap((found) => {
    const [to, from] = [unitOf(found[1]), unitOf(found[2])];
    if (to === undefined || from === undefined || to === from) return [];
    return [{ at: found.index, why: `gives ${found[2]}, in ${from}, to ${found[1]}` }];
  });
}

function closing(text, open) {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}
