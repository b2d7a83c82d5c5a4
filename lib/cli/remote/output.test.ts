import { expect, test } from 'vitest';

/** Scripts: the compiler does not read them. */
const load = async <T>(name: string): Promise<T> => (await import(new URL(name, import.meta.url).href)) as T;
const { render, jsonText, duration, widthOf, colours } = await load<{
  render: (answer: unknown, options: object) => string;
  jsonText: (answer: unknown) => string;
  duration: (ms: number) => string;
  widthOf: (text: string) => number;
  colours: (stream: object, env: object) => (format: string, text: string) => string;
}>('output.mjs');
const { readArguments } = await load<{
  readArguments: (command: object, argv: readonly string[], now: number) => { query: object; body: object };
}>('arguments.mjs');
const { speak } = await load<{ speak: (language: string | null) => void }>('speech.mjs');
const { nearest } = await load<{ nearest: (word: string, names: readonly string[]) => string | null }>('failure.mjs');

const reading = (value: number | null, kind = 'value', more = {}) => ({ kind, value, asOf: null, ...more });
const groups = {
  items: [
    { name: 'orders-billing', maxRetries: 16, counts: { ready: reading(12_345), dead: reading(null, 'unknown') } },
    {
      name: '注文',
      maxRetries: 3,
      counts: { ready: reading(7, 'stale'), dead: reading(9, 'value', { bound: 'atLeast' }) },
    },
  ],
  nextCursor: 'abc',
};

test('a table has readable numbers, says what is unknown, and names the next page', () => {
  expect(render(groups, { operationId: 'clusterListGroups' })).toBe(
    [
      'NAME                READY     DEAD  MAX RETRIES',
      'orders-billing     12,345  unknown           16',
      '注文            7 (stale)      ≥ 9            3',
      'At least 2: there are more. Raise --limit, or continue with --cursor abc',
    ].join('\n'),
  );
});

test.each([30, 40, 60, 80])('a table fits %d columns, and nothing is shortened without a sign', (width) => {
  const items = [
    { messageId: '01AB'.repeat(10), errorMessage: 'currency JPY is not known '.repeat(8), topic: 'orders' },
  ];
  const lines = render({ items, nextCursor: null }, { operationId: 'listDeadLetters', width }).split('\n');
  for (const line of lines.slice(0, 2)) expect(widthOf(line)).toBeLessThanOrEqual(width);
  expect(lines[1]).toContain('…');
  if (width === 30) expect(lines[2]).toMatch(/^Not shown in this width: .*errorMessage/);
});

test('values and what is not known are shown in the language of the user', () => {
  const answer = { enabled: true, dead: reading(null, 'unknown', { reason: 'gone' }), ready: reading(7, 'stale') };
  speak('ja');
  expect(render(answer, {})).toBe('enabled: はい\ndead:    不明：gone\nready:   7（古い）');
  speak(null);
  expect(render(answer, {})).toBe('enabled: yes\ndead:    unknown: gone\nready:   7 (stale)');
});

test('a number is grouped, an ID stays as another command takes it', () => {
  const lines = render({ matched: 12_345, throughId: 3_125_146, id: 4711 }, {}).split('\n');
  expect(lines).toEqual(['matched:    12,345', 'through id: 3125146', 'id:         4711']);
});

test('a terminal does not obey what a message says', () => {
  const hostile = { errorMessage: '\u001b[2Jgone\u009b31m\u202e' };
  expect(render(hostile, {})).toBe('error message: \\u001b[2Jgone\\u009b31m\\u202e');
  const text = jsonText(hostile);
  expect(JSON.parse(text)).toEqual(hostile);
  expect(text).not.toContain('\u009b');
});

test('times and durations', () => {
  expect(render({ deadAt: '2026-11-29T08:02:11.123Z', windowMs: 5_430_000 }, {})).toBe(
    'dead at:   2026-11-29 08:02:11Z\nwindow ms: 1 h 30 min 30 s',
  );
  expect(duration(250)).toBe('250 ms');
});

test('colours on a terminal alone, and not with NO_COLOR', () => {
  expect(colours({ isTTY: true }, {})('bold', 'a')).toContain('\u001b[1m');
  expect(colours({ isTTY: true }, { NO_COLOR: '1' })('bold', 'a')).toBe('a');
  expect(colours({ isTTY: false }, {})('bold', 'a')).toBe('a');
});

test('flags become fields: nested, repeated, null, switched off, relative times', () => {
  const field = (flag: string, path: string[], more = {}) => ({
    ...{ flag, path, place: 'body', type: 'string', multiple: false },
    ...more,
  });
  const command = {
    ...{ words: 'a b', hasBody: true, positionals: ['group'] },
    fields: [
      field('group', ['group']),
      field('cause', ['filter', 'cause']),
      field('held', ['filter', 'held'], { type: 'boolean' }),
      field('message-ids', ['messageIds'], { multiple: true }),
      field('rate', ['rate'], { type: 'number', nullable: true }),
      field('from', ['filter', 'from'], { type: 'time' }),
    ],
  };
  const argv = ['g', '--cause', 'c', '--no-held', '--message-ids', '1', '--message-ids', '2', '--rate', 'null'];
  const { body } = readArguments(command, [...argv, '--from', 'now-6h'], Date.parse('2026-11-29T08:00:00Z'));
  expect(body).toEqual({
    ...{ group: 'g', messageIds: ['1', '2'], rate: null },
    filter: { cause: 'c', held: false, from: '2026-11-29T02:00:00.000Z' },
  });
});

test('the nearest name', () => {
  expect(nearest('lst', ['list', 'get'])).toBe('list');
  expect(nearest('something', ['list', 'get'])).toBeNull();
});
