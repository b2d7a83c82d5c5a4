import { told } from '../language/t';
import { findValues } from '../masking/find-values';
import { replaceValues } from '../masking/hide';
import { readPath } from '../masking/path';
import { Budget, MOST_VALUES, Undecodable } from './undecodable';
import { isGzip, unzipped } from './unzipped';

const MOST_PATHS = 20;
/** Steps at any depth: each is looked for at every value of a body. */
const MOST_DEEP = 5;

/** JSON paths, one a line, as masking rules have them. @throws Undecodable */
export function readBase64Paths(text: string): readonly string[] {
  const paths = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (paths.length === 0) throw new Undecodable(told('it has no path'));
  if (paths.length > MOST_PATHS)
    throw new Undecodable(told('it has more than {most, number} paths', { most: MOST_PATHS }));
  let deep = 0;
  for (const path of paths) {
    const steps = readPath(path);
    if ('problem' in steps)
      throw new Undecodable(
        told('the path {path} cannot be read: {problem}', { path: path.slice(0, 100), problem: steps.problem }),
      );
    deep += steps.filter((step) => step.kind === 'name' && step.deep).length;
  }
  if (deep > MOST_DEEP)
    throw new Undecodable(told('its paths have more than {most, number} steps with ..', { most: MOST_DEEP }));
  return paths;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const BASE64 = /^(?:[A-Za-z0-9+/]*|[A-Za-z0-9_-]*)={0,2}$/;

interface Base64Json {
  readonly text: string;
  readonly found: number;
}

/**
 * The same JSON with what is written in base64 at the paths in its place: objects, lists and texts of JSON as a part of
 * it, all else as text.
 * @throws Undecodable
 */
export function base64Json(bytes: Buffer, paths: readonly string[]): Base64Json {
  const text = textOf(bytes, null);
  const patterns = paths.flatMap((path) => {
    const steps = readPath(path);
    return 'problem' in steps ? [] : [{ steps, rule: path }];
  });
  const found = findValues(text, patterns, { most: MOST_VALUES, withTexts: false });
  if (found === 'not-json') throw new Undecodable(told('it is not JSON'));
  if (found === 'too-much') throw new Undecodable(told('it has too many values to search for the paths'));
  const budget = new Budget();
  const decoded = replaceValues(text, found, ({ start, end, rule }) => decode(text.slice(start, end), rule, budget));
  return { text: decoded, found: found.length };
}

/** Costs what is unpacked, and not what is left of it: eight megabytes of spaces are packed in eight kilobytes. */
function decode(json: string, path: string, budget: Budget): string {
  budget.value();
  if (json === 'null') return json;
  const written = json.startsWith('"') ? (JSON.parse(json) as string) : null;
  if (written === null || !BASE64.test(written))
    throw new Undecodable(told('the value at {path} is not base64', { path }));
  const packed = Buffer.from(written, 'base64');
  const unpacked = unzipped(packed, Math.max(1, budget.left));
  if (isGzip(packed) && unpacked === packed)
    throw new Undecodable(
      told('the value at {path} cannot be unpacked, or the body would have more than 8 MB', { path }),
    );
  budget.spend(unpacked.length);
  const inner = textOf(unpacked, path);
  if (/^\s*[[{"]/.test(inner) && isJson(inner)) return inner.trim();
  const asText = JSON.stringify(inner);
  budget.spend(asText.length - inner.length);
  return asText;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function textOf(bytes: Buffer, path: string | null): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Undecodable(
      path === null ? told('it is not UTF-8 text') : told('the value at {path} is not UTF-8 text', { path }),
    );
  }
}
