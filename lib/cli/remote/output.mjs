// Answers for people: tables that fit the terminal, readable numbers and times, no control characters of others.
import { styleText } from 'node:util';

import { t } from './speech.mjs';

/** What a list shows; other lists show the plain fields of their rows. */
const COLUMNS = {
  listProblems: ['kind', 'subject.name', 'says', 'since', 'alarm.incidentId'],
  listGroups: [
    'name',
    'counts.ready',
    'counts.inFlight',
    'counts.waitingRetry',
    'counts.dead',
    'maxRetries',
    'paused.at',
  ],
  listTopics: ['name', 'type', 'queues', 'throttledSince', 'createdAt'],
  listCauses: ['fingerprint', 'deadLetters', 'trend', 'errorType', 'text', 'lastDeathAt', 'triage.state'],
  listDeadLetters: ['messageId', 'topic', 'key', 'attempts', 'errorType', 'errorMessage', 'deadAt', 'expiresAt'],
  listRedrives: ['id', 'group', 'state', 'phase', 'counts.selected', 'counts.consumed', 'counts.diedAgain', 'frozenAt'],
  listAlarms: ['id', 'severity', 'state', 'watch', 'subject', 'value', 'threshold', 'firedAt', 'acknowledgedBy'],
  listRetries: ['messageId', 'topic', 'attempt', 'maxAttempts', 'dueAt', 'diesAt', 'errorType', 'errorMessage'],
  listBlockedKeys: ['key', 'topic', 'queue', 'behind', 'attempt', 'blockedSince', 'nextTryAt', 'errorMessage'],
  findMessages: ['messageId', 'topic', 'queue', 'offset', 'tag', 'keys', 'storedAt', 'bodyBytes'],
};
const GAP = '  ';
const LEAST = 12;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** Colours on a terminal alone, and not with NO_COLOR. */
export function colours(stream = process.stdout, env = process.env) {
  const on = stream.isTTY && !env.NO_COLOR && env.TERM !== 'dumb';
  return (format, text) => (on ? styleText(format, text, { validateStream: false }) : text);
}

/** Exact, except that control characters that a terminal would obey are written as escapes: the same JSON. */
export function jsonText(answer) {
  return JSON.stringify(answer, null, 2).replaceAll(/(?!\n)[\p{Cc}\p{Bidi_Control}]/gu, escaped);
}

function escaped(character) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Texts of messages and errors come from anyone: a terminal must not obey them. */
export function safe(text) {
  return text.replaceAll(/[\r\n\t]+/g, ' ').replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, escaped);
}

/** @param width of the terminal; undefined: nothing is shortened */
export function render(answer, { operationId, width, paint = (_, text) => text }) {
  if (!Array.isArray(answer?.items)) return describe(answer, paint);
  const { items, nextCursor } = answer;
  const rest = Object.fromEntries(
    Object.entries(answer).filter(
      ([name, value]) => !['items', 'nextCursor'].includes(name) && isPlain(value) && value !== null,
    ),
  );
  const lines = [
    items.length === 0 ? t('None.') : table(items, columnsOf(operationId, items), width, paint),
    ...(Object.keys(rest).length === 0 ? [] : [describe(rest, paint)]),
    ...(typeof nextCursor === 'string'
      ? [
          t('At least {count}: there are more. Raise --limit, or continue with --cursor {cursor}', {
            count: items.length,
            cursor: safe(nextCursor),
          }),
        ]
      : []),
  ];
  return lines.join('\n');
}

function columnsOf(operationId, items) {
  const wanted = COLUMNS[operationId?.replace(/^cluster([A-Z])/, (_, letter) => letter.toLowerCase())];
  const all = wanted ?? [...new Set(items.flatMap((item) => Object.keys(item)))];
  const filled = all.filter((path) => items.some((item) => isPlain(at(item, path)) && at(item, path) !== null));
  return filled.length === 0 ? all.slice(0, 1) : filled;
}

const at = (item, path) => path.split('.').reduce((value, name) => value?.[name], item) ?? null;
const isReading = (value) => typeof value === 'object' && value !== null && 'kind' in value && 'asOf' in value;
const isPlain = (value) =>
  value === null ||
  typeof value !== 'object' ||
  isReading(value) ||
  (Array.isArray(value) && value.every((each) => typeof each !== 'object'));

/** "counts.waitingRetry": WAITING RETRY; "subject.name": SUBJECT. */
function headOf(path) {
  const parts = path.split('.').filter((part, index) => index === 0 || !['name', 'at', 'state'].includes(part));
  return wordsOf(parts.at(-1)).toUpperCase();
}

const wordsOf = (name) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function table(items, paths, width, paint) {
  const cells = items.map((item) => paths.map((path) => cell(at(item, path), path.split('.').at(-1))));
  const isNumber = paths.map((path) =>
    items.every((item) => ['number', 'object'].includes(typeof numberOf(at(item, path)))),
  );
  const widths = paths.map((path, index) =>
    Math.max(widthOf(headOf(path)), ...cells.map((row) => widthOf(row[index] ?? ''))),
  );
  const shown = fit(widths, width);
  const line = (row, mark = (text) => text) =>
    shown
      .map((size, index) => (size === 0 ? null : mark(pad(cut(row[index] ?? '', size), size, isNumber[index]))))
      .filter((text) => text !== null)
      .join(GAP)
      .trimEnd();
  const left = paths.filter((_, index) => shown[index] === 0);
  return [
    line(paths.map(headOf), (text) => paint('bold', text)),
    ...cells.map((row) => line(row)),
    ...(left.length === 0
      ? []
      : [paint('dim', t('Not shown in this width: {columns}. --json has everything.', { columns: left }))]),
  ].join('\n');
}

const numberOf = (value) => (isReading(value) ? value.value : value);

/** The widest columns become narrower; then the last ones are left out. */
function fit(widths, width) {
  const sizes = [...widths];
  const total = () => {
    const kept = sizes.filter((size) => size > 0);
    return kept.reduce((sum, size) => sum + size, 0) + GAP.length * Math.max(0, kept.length - 1);
  };
  if (width === undefined) return sizes;
  while (total() > width) {
    const widest = sizes.indexOf(Math.max(...sizes));
    if (sizes[widest] > LEAST + 8) sizes[widest] -= 1;
    else {
      const last = sizes.findLastIndex((size) => size > 0);
      if (last <= 0) {
        sizes[0] = width;
        break;
      }
      sizes[last] = 0;
    }
  }
  return sizes;
}

function describe(answer, paint, indent = '') {
  if (answer === null || typeof answer !== 'object') return `${indent}${cell(answer, '')}`;
  const entries = Object.entries(answer);
  const most = Math.max(0, ...entries.map(([name]) => wordsOf(name).length));
  return entries
    .map(([name, value]) => {
      const title = paint('bold', `${wordsOf(name)}:`);
      if (isPlain(value))
        return `${indent}${title}${' '.repeat(most - wordsOf(name).length + 1)}${cell(value, name, true)}`;
      if (!Array.isArray(value)) return `${indent}${title}\n${describe(value, paint, `${indent}  `)}`;
      const rows = value.map((each) => `${indent}  -\n${describe(each, paint, `${indent}    `)}`);
      return `${indent}${title}\n${rows.join('\n')}`;
    })
    .join('\n');
}

function cell(value, name, isLong = false) {
  if (value === null || value === undefined) return '–';
  if (isReading(value)) return reading(value, isLong);
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map((each) => cell(each, name)).join(', ');
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  // An ID is given to another command as it is.
  if (typeof value === 'number' && !/^id$|Id$/.test(name))
    return name.endsWith('Ms') ? duration(value) : grouped(value);
  if (TIME.test(value)) return `${value.slice(0, 10)} ${value.slice(11, 19)}Z`;
  return safe(String(value));
}

function reading({ kind, value, bound, estimate, reason }, isLong) {
  if (kind === 'unknown' || value === null)
    return isLong && reason ? t('unknown: {reason}', { reason: safe(reason) }) : t('unknown');
  const mark = bound === 'atLeast' ? '≥ ' : bound === 'atMost' ? '≤ ' : estimate === true ? '~ ' : '';
  const shown = `${mark}${grouped(value)}`;
  return kind === 'stale' ? t('{value} (stale)', { value: shown }) : shown;
}

const grouped = (value) => (typeof value === 'number' ? value.toLocaleString('en-US') : safe(String(value)));

export function duration(ms) {
  if (ms < 1000) return `${ms} ms`;
  const parts = [
    [Math.floor(ms / 86_400_000), 'd'],
    [Math.floor(ms / 3_600_000) % 24, 'h'],
    [Math.floor(ms / 60_000) % 60, 'min'],
    [(ms % 60_000) / 1000, 's'],
  ];
  return parts
    .filter(([amount]) => amount > 0)
    .map(([amount, unit]) => `${amount} ${unit}`)
    .join(' ');
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]|\p{Extended_Pictographic}/u;

export function widthOf(text) {
  let width = 0;
  for (const character of text) width += WIDE.test(character) ? 2 : 1;
  return width;
}

function pad(text, size, right) {
  const space = ' '.repeat(Math.max(0, size - widthOf(text)));
  return right ? space + text : text + space;
}

/** Never shorter without a sign of it. */
function cut(text, size) {
  if (widthOf(text) <= size) return text;
  let kept = '';
  for (const character of text) {
    if (widthOf(kept) + widthOf(character) > size - 1) break;
    kept += character;
  }
  return `${kept}…`;
}
