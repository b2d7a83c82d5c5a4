import { expect, test } from 'vitest';
import type { HistoryView } from '@/lib/console/operations/backlog/history';
import { flowPoints, summarizeFlow } from './flow.model';

const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString();
const view = (points: readonly (readonly [number, Record<string, number | null>])[]): HistoryView => ({
  from: at(0),
  to: at(50),
  since: null,
  stepSeconds: 10,
  points: points.map(([seconds, values]) => ({ at: at(seconds), values })),
});

test('a sampled step without sends is 0, a step without a sample is unknown, a step that is not written yet is left out', () => {
  const topic = view([
    [0, { messagesIn: 30, refused: 0 }],
    [30, { messagesIn: 5, refused: 20 }],
  ]);
  const broker = view([
    [0, {}],
    [10, {}],
    [30, {}],
  ]);
  const points = flowPoints(topic, broker);
  expect(points.map(({ stored, refused }) => [stored, refused])).toEqual([
    [3, 0],
    [0, 0],
    [null, null],
    [0.5, 2],
  ]);
  expect(summarizeFlow(points)).toEqual({ most: 3, refusedPoints: 1, unknownPoints: 1 });
});

test('nothing sampled is nothing known', () => {
  expect(flowPoints(view([]), view([]))).toEqual([]);
});
