import { expect, test } from 'vitest';
import { speechIn } from '../../../language/catalogues';
import { fromKept } from '../../../model/language/retell';
import { inSpeech } from '../../../model/language/speech';
import { tell } from '../../../model/language/t';
import { refusalRates } from './refusal-rates';

const at = (second: number, sends: number, refused: Record<string, number>, pops: number) => ({
  readMs: second * 1_000,
  answers: { sends, refused, denied: { POP_MESSAGE: pops } },
});
const busy = (count: number) => ({ SYSTEM_BUSY: count });

test('refusals are those between two readings: of the sends a share, of all calls a rate, each with its reason', () => {
  const before = { ...busy(5), FLOW_CONTROL: 2 };
  const now = { ...busy(15), FLOW_CONTROL: 2, SERVICE_NOT_AVAILABLE: 40 };
  const since = refusalRates(at(0, 100, before, 7), at(30, 300, now, 17));
  expect(since.marks).toEqual({ 'sends-refused': 25, 'calls-refused': 20 });
  const { 'sends-refused': sends = '', 'calls-refused': calls = '' } = since.why;
  expect(tell(fromKept(sends))).toBe('SERVICE_NOT_AVAILABLE 40, SYSTEM_BUSY 10 of 200 sends');
  expect(inSpeech(speechIn('zh-CN'), () => tell(fromKept(sends)))).toBe(
    'SERVICE_NOT_AVAILABLE 40、SYSTEM_BUSY 10（共发送 200 次）',
  );
  expect(tell(fromKept(calls))).toBe('POP_MESSAGE 10');
  expect(refusalRates(at(0, 100, busy(5), 7), at(30, 100, busy(5), 7))).toEqual({
    marks: { 'sends-refused': 0, 'calls-refused': 0 },
    why: {},
  });
});

test('unknown is not 0: after one reading, without counters, and when the broker started again in between', () => {
  const unknown = { marks: {}, why: {} };
  expect(refusalRates(undefined, at(30, 1, busy(1), 1))).toEqual(unknown);
  expect(refusalRates({ ...at(0, 0, {}, 0), answers: null }, at(30, 1, busy(1), 1))).toEqual(unknown);
  expect(refusalRates(at(0, 100, busy(5), 7), { ...at(30, 0, {}, 0), answers: null })).toEqual(unknown);
  expect(refusalRates(at(0, 100, busy(5), 7), at(30, 3, {}, 0))).toEqual(unknown);
  expect(refusalRates(at(0, 100, {}, 0), at(30, 3, {}, 0))).toEqual(unknown);
  expect(refusalRates(at(0, 100, busy(5), 7), at(30, 200, {}, 7))).toEqual(unknown);
  expect(refusalRates(at(30, 100, busy(5), 7), at(30, 101, busy(5), 7))).toEqual(unknown);
});
