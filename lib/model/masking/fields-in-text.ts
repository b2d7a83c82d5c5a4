import type { PathStep } from './path';

const SHORTEST_BASE64 = 8;
const BASE64 = /^(?:[A-Za-z0-9+/]+|[A-Za-z0-9_-]+)={0,2}$/;
const BASE64_OF_GZIP = 'H4sI';

/**
 * Whether a JSON string may have in it, as text, what a path names below it. A path that names its parts comes from
 * values that had some: here they may be written as text. One that looks at any depth passes every text, so that text
 * counts which has the name as names of fields are written, also in base64. Pure.
 * @param json with its quotes
 * @param step the next of the path; undefined: the path ends here
 */
export function mayHaveField(json: string, step: PathStep | undefined): boolean {
  if (step === undefined) return false;
  if (step.kind !== 'name' || !step.deep) return true;
  const text = json.includes('\\') ? (JSON.parse(json) as string) : json.slice(1, -1);
  if (isWrittenIn(text, step.name)) return true;
  if (text.length < SHORTEST_BASE64 || !BASE64.test(text)) return false;
  return text.startsWith(BASE64_OF_GZIP) || isWrittenIn(Buffer.from(text, 'base64').toString(), step.name);
}

/** card=1, "card": 1, <card>, also where JSON is written in JSON. */
function isWrittenIn(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
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
