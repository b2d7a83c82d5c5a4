import type { PathStep } from './path';

const SHORTEST_BASE64 = 8;
const BASE64 = /^(?:[A-Za-z0-9+/\s]+|[A-Za-z0-9_\s-]+)={0,2}\s*$/;
const BASE64_OF_GZIP = 'H4sI';

/**
 * Whether a JSON string may have in it, as text, what a path names below it. A path that names its parts comes from
 * values that had some: here they may be written as text. One that looks at any depth, or at all parts of a value,
 * passes many texts: those count in which the next name of it is written as names of fields are, also in base64. Pure.
 * @param json with its quotes
 * @param done so many steps of the path lead to the string
 */
export function mayHaveField(json: string, steps: readonly PathStep[], done: number): boolean {
  const step = steps[done];
  if (step === undefined) return false;
  const isWide = (step.kind === 'name' && step.deep) || steps[done - 1]?.kind === 'any';
  if (!isWide) return true;
  const text = json.includes('\\') ? (JSON.parse(json) as string) : json.slice(1, -1);
  const named = steps.slice(done).find((each) => each.kind === 'name');
  if (named === undefined) return /^\s*[[{]/.test(text);
  if (isWrittenIn(text, named.name)) return true;
  if (text.length < SHORTEST_BASE64 || !BASE64.test(text)) return false;
  return text.startsWith(BASE64_OF_GZIP) || isWrittenIn(Buffer.from(text, 'base64').toString(), named.name);
}

/** card=1, "card": 1, <card>, also where JSON is written in JSON. */
function isWrittenIn(text: string, name: string): boolean {
  // an empty name is found at the end again and again
  for (let at = text.indexOf(name); at >= 0 && at < text.length; at = text.indexOf(name, at + 1))
    if (isNameOfField(text, at, at + name.length)) return true;
  return false;
}

const MOST_BETWEEN = 20;

function isNameOfField(text: string, start: number, end: number): boolean {
  let at = end;
  while (at < end + MOST_BETWEEN && BETWEEN.has(text.charAt(at))) at += 1;
  return ENDS.has(text.charAt(at)) && !/[\p{L}\p{N}_]/u.test(text.charAt(start - 1));
}

const BETWEEN: ReadonlySet<string> = new Set(['\\', '"', "'", ' ', '\t', '\n', '\r']);
const ENDS: ReadonlySet<string> = new Set([':', '=', '>']);
