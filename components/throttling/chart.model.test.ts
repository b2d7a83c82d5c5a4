import { expect, test } from 'vitest';
import type { ChartMark } from '@/lib/console/operations/limits/views';
import { limitSince, marksByBar, markWords, numberMarks, sinceFirstCount, unknownStretches } from './chart.model';

const at = (minute: number, second = 0): string => new Date(Date.UTC(2026, 0, 1, 0, minute, second)).toISOString();
const bars = (values: readonly (number | null)[]) =>
  values.map((accepted, minute) => ({ at: at(minute), accepted, refused: accepted }));
const redrive = (minute: number, second = 0): ChartMark => ({
  kind: 'redrive',
  at: at(minute, second),
  redriveId: 12,
  group: 'billing',
  selected: 1,
});

test('marks are numbered in the order of time and stand in the bar they fall into; of many the newest', () => {
  const numbered = numberMarks([redrive(0, 59), redrive(1, 5), redrive(1, 40)], bars([1, 1, 1]));
  expect(numbered.map(({ number, barAt }) => [number, barAt])).toEqual([
    [1, at(0)],
    [2, at(1)],
    [3, at(1)],
  ]);
  const few = bars([1, 1, 1]);
  expect(marksByBar(numbered, few)).toEqual([
    { at: at(0), label: '1' },
    { at: at(1), label: '2–3' },
  ]);
  // In a chart of many bars, neighbours stand together.
  expect(
    marksByBar(numberMarks([redrive(0), redrive(1), redrive(9)], bars(Array(60).fill(1))), bars(Array(60).fill(1))),
  ).toEqual([
    { at: at(0), label: '1–2' },
    { at: at(9), label: '3' },
  ]);
  expect(numberMarks(Array(20).fill(redrive(1)), bars([1]))).toHaveLength(8);
  expect(numberMarks([redrive(0)], [])).toMatchObject([{ barAt: null }]);
});

test.each<[ChartMark, string, string]>([
  [redrive(1), 'Re-drive RD-12 started: billing, 1 message', '/redrives/12'],
  [
    { kind: 'alarm', at: at(1), incidentId: 7, watch: 'refused', subject: 'orders' },
    'Alarm fired: Refused sends, orders',
    '/alarms/7',
  ],
  [
    {
      ...{ kind: 'limit', at: at(1), actor: 'ana@example.com', reason: 'incident 7', before: 300, after: 400 },
      limit: { kind: 'send-rate', scope: 'topic', subject: 'a b' },
    },
    'Limit Sends, topic a b: 300/s → 400/s, ana “incident 7”',
    '/audit?action=limit.&target=a%20b',
  ],
  [
    {
      ...{ kind: 'limit', at: at(1), actor: 'ana', reason: null, before: 2e9, after: null },
      limit: { kind: 'storage', scope: 'broker', subject: '' },
    },
    'Limit Storage, whole broker: 2 GB → no limit, ana',
    '/audit?action=limit.&target=broker',
  ],
])('%o in words', (mark, text, href) => {
  expect(markWords(mark)).toEqual({ text, href });
});

test('bars without samples are stretches, not zeros', () => {
  expect(unknownStretches(bars([null, null, 1, 0, null]))).toEqual([
    { from: at(0), to: at(1) },
    { from: at(4), to: at(4) },
  ]);
  expect(unknownStretches(bars([0, 1]))).toEqual([]);
});

test('the chart of a young broker leaves out what was before it, but keeps some bars; later gaps stay', () => {
  const young = bars([...Array<null>(54).fill(null), 1, 2, null, 3, 4, 5]);
  expect(sinceFirstCount(young)).toEqual(young.slice(54));
  const newborn = bars([...Array<null>(59).fill(null), 1]);
  expect(sinceFirstCount(newborn)).toHaveLength(6);
  const older = bars([null, 1, 2, 3]);
  expect(sinceFirstCount(older)).toBe(older);
});

test('the line of a limit begins where its value was set', () => {
  const drawn = bars([1, 1, 1, 1]);
  const line = { kind: 'send-rate', scope: 'topic', subject: 'orders', updatedAt: at(3, 1) } as const;
  const set = (minute: number, before: number | null, after: number, subject = 'orders'): ChartMark => ({
    ...{ kind: 'limit', at: at(minute, 30), actor: 'ana', reason: null, before, after },
    limit: { kind: 'send-rate', scope: 'topic', subject },
  });
  expect(limitSince(line, [], drawn)).toBe(at(0));
  expect(limitSince(line, [redrive(1), set(2, null, 5)], drawn)).toBe(at(2));
  expect(limitSince(line, [set(1, null, 5), set(2, 5, 5)], drawn)).toBe(at(1));
  expect(limitSince(line, [set(2, null, 5, 'other')], drawn)).toBe(at(0));
  expect(limitSince(line, null, drawn)).toBe(at(3));
});
