import { expect, test } from 'vitest';
import { refusalRates } from './refusal-rates';

const at = (second: number, sends: number, busy: number, denied: number) => ({
  asOf: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
  answers: { sends, busy, denied },
});

test('refusals are those between two readings: of the sends a share, of all calls a rate', () => {
  expect(refusalRates(at(0, 100, 5, 7), at(30, 300, 55, 17))).toEqual({ 'sends-refused': 25, 'calls-refused': 20 });
  expect(refusalRates(at(0, 100, 5, 7), at(30, 100, 5, 7))).toEqual({ 'sends-refused': 0, 'calls-refused': 0 });
});

test('unknown is not 0: after one reading, without counters, and when the broker started again in between', () => {
  expect(refusalRates(undefined, at(30, 1, 1, 1))).toEqual({});
  expect(refusalRates({ ...at(0, 0, 0, 0), answers: null }, at(30, 1, 1, 1))).toEqual({});
  expect(refusalRates(at(0, 100, 5, 7), { ...at(30, 0, 0, 0), answers: null })).toEqual({});
  expect(refusalRates(at(0, 100, 5, 7), at(30, 3, 0, 0))).toEqual({});
  expect(refusalRates(at(30, 100, 5, 7), at(30, 101, 5, 7))).toEqual({});
});
