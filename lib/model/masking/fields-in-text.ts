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
  if (!text.includes(name)) return false;
  const literally = name.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
  return new RegExp(String.raw`(?<![\p{L}\p{N}_])${literally}[\\"'\s]{0,20}[:=>]`, 'u').test(text);
}
