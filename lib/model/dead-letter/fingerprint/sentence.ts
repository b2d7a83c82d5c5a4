import { replaceValues } from './replace-values';
import { isFrame, linesOf } from './stack-frames';

const MAX_TEXT = 240;
const MAX_ISSUES = 4;

/** What a report says, in one line without values: also when its message has many lines, or is JSON. */
export function sentenceOf(message: string, errorType: string): string {
  const text = withoutType(message.slice(0, 8_000).trim(), errorType);
  const listed = issuesOf(text);
  return shorten(listed ?? firstWords(text));
}

function shorten(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text;
}

/** "TypeError: x" of a TypeError is "x". */
function withoutType(text: string, errorType: string): string {
  const simple = errorType.split('.').at(-1) ?? '';
  for (const name of [errorType, simple]) {
    if (name !== '' && text.startsWith(`${name}:`)) return text.slice(name.length + 1).trim();
    if (name !== '' && text === name) return '';
  }
  return text;
}

/** The first line that says something; one that only announces takes the next ones with it. */
function firstWords(text: string): string {
  const said = linesOf(text)
    .map((line) => line.trim())
    .filter((line) => line !== '' && /[\p{L}\d]/u.test(line));
  const frames = said.findIndex((line) => isFrame(line));
  const lines = frames === -1 ? said : said.slice(0, frames);
  const [first = '', ...rest] = lines;
  // A traceback ends with what it is about.
  if (frames === 0)
    return replaceValues(said.findLast((line) => !isFrame(line) && /^[A-Za-z_][\w.]*(?::|$)/.test(line)) ?? '');
  const announces = /[:[{(]$/.test(first) || /\bvalidation errors?\b|\berrors? occurred\b|\b\d+ errors?\b/i.test(first);
  if (!announces) return replaceValues(first);
  return replaceValues([first.replace(/[[{(]$/, ''), ...rest.slice(0, 2)].join(' '));
}

interface Issue {
  readonly path: string;
  readonly says: string;
}

/** Of a message that is a list of what is wrong with a document: each field and complaint once, in a fixed order. */
function issuesOf(text: string): string | null {
  if (!text.startsWith('[') && !text.startsWith('{')) return null;
  const issues = parsed(text) ?? scanned(text);
  if (issues === null || issues.length === 0) return null;
  const each = [
    ...new Set(issues.map(({ path, says }) => [path, replaceValues(says)].filter((part) => part !== '').join(': '))),
  ];
  const shown = each.toSorted().slice(0, MAX_ISSUES);
  return shown.join('; ');
}

function parsed(text: string): Issue[] | null {
  try {
    const value: unknown = JSON.parse(text);
    const list = Array.isArray(value) ? value : [value];
    const issues = list.slice(0, 200).map((each) => issueOf(each, 0));
    return issues.every((issue) => issue !== null) ? issues.filter((issue) => issue !== null) : null;
  } catch {
    return null;
  }
}

const MAX_DEPTH = 4;
const SAYS = [
  'message',
  'msg',
  'detail',
  'error_description',
  'title',
  'reason',
  'description',
  'error',
  'errors',
  'code',
];

function issueOf(value: unknown, depth: number): Issue | null {
  if (typeof value === 'string') return { path: '', says: value };
  if (Array.isArray(value)) return value.length > 0 && depth < MAX_DEPTH ? issueOf(value[0], depth + 1) : null;
  if (typeof value !== 'object' || value === null || depth >= MAX_DEPTH) return null;
  const fields = new Map<string, unknown>(Object.entries(value));
  for (const name of SAYS) {
    const issue = fields.has(name) ? issueOf(fields.get(name), depth + 1) : null;
    if (issue !== null) {
      const code = name === 'code' ? undefined : fields.get('code');
      const says =
        typeof code === 'string' && depth === 0 && !fields.has('path') ? `${code}: ${issue.says}` : issue.says;
      return {
        path: pathOf(fields.get('path') ?? fields.get('loc') ?? fields.get('instancePath')) || issue.path,
        says,
      };
    }
  }
  return null;
}

function pathOf(path: unknown): string {
  const parts = Array.isArray(path) ? path : typeof path === 'string' ? path.split(/[./]/) : [];
  const words = parts.map(String).filter((part) => part !== '');
  return words
    .map((part) => (/^\d+$/.test(part) ? '[]' : part))
    .join('.')
    .replaceAll('.[]', '[]');
}

/** JSON that was cut off, or is not quite JSON. */
function scanned(text: string): Issue[] | null {
  const says = [...text.matchAll(/"(?:message|msg)"\s*:\s*"((?:[^"\\]|\\.){1,300})"/g)].slice(0, 50);
  if (says.length === 0) return null;
  const paths = [...text.matchAll(/"path"\s*:\s*\[([^\]]{0,300})\]/g)].slice(0, 50);
  return says.map((said, index) => ({
    path: pathOf((paths[index]?.[1] ?? '').split(',').map((part) => part.trim().replaceAll('"', ''))),
    says: said[1] ?? '',
  }));
}
