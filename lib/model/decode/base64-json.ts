import { findValues } from '../masking/find-values';
import { replaceValues } from '../masking/hide';
import { readPath } from '../masking/path';
import { jsonProblem } from '../json/json-problem';
import { Budget, Undecodable } from './undecodable';
import { unzipped } from './unzipped';

const MOST_PATHS = 50;

/** JSON paths, one a line, as masking rules have them. @throws Undecodable */
export function readBase64Paths(text: string): readonly string[] {
  const paths = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (paths.length === 0) throw new Undecodable('there is no path in it');
  if (paths.length > MOST_PATHS) throw new Undecodable(`it has more than ${MOST_PATHS} paths`);
  for (const path of paths) {
    const steps = readPath(path);
    if ('problem' in steps) throw new Undecodable(`the path ${path.slice(0, 100)} cannot be read: ${steps.problem}`);
  }
  return paths;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const BASE64 = /^(?:[A-Za-z0-9+/]*|[A-Za-z0-9_-]*)={0,2}$/;

/**
 * The same JSON with what is written in base64 at the paths in its place: JSON as a part of it, other text as text.
 * @throws Undecodable
 */
export function base64Json(bytes: Buffer, paths: readonly string[]): { text: string; found: number } {
  const text = textOf(bytes, 'the body');
  const patterns = paths.flatMap((path) => {
    const steps = readPath(path);
    return 'problem' in steps ? [] : [{ steps, rule: path }];
  });
  const found = findValues(text, patterns);
  if (found === null) throw new Undecodable('it is not JSON');
  const budget = new Budget();
  const decoded = replaceValues(text, found, ({ start, end, rule }) =>
    budget.text(decode(text.slice(start, end), rule)),
  );
  return { text: decoded, found: found.length };
}

function decode(json: string, path: string): string {
  if (json === 'null') return json;
  const written = json.startsWith('"') ? (JSON.parse(json) as string) : null;
  if (written === null || !BASE64.test(written)) throw new Undecodable(`the value at ${path} is not base64`);
  const inner = textOf(unzipped(Buffer.from(written, 'base64')), `the value at ${path}`);
  return jsonProblem(inner) === null ? inner.trim() : JSON.stringify(inner);
}

function textOf(bytes: Buffer, what: string): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Undecodable(`${what} is not UTF-8 text`);
  }
}
