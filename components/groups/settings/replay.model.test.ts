import { expect, test } from 'vitest';
import { peakWords, type Replay, replayWords, undecidedWords, unknownEnds } from './replay.model';

const outcome = { rescued: 0, lost: 0, sooner: 0, waiting: 0, undecided: 0, peak: { least: 3, most: 3 } };
const at = '2026-01-02T00:00:00.000Z';
const replay: Replay = {
  ...{ asOf: at, from: '2026-01-01T00:00:00.000Z', cutAt: null, version: 2, messages: 412, dead: 12 },
  ...{ unreplayed: { record: 0, client: 0, operator: 0 }, before: outcome, after: outcome },
};

test('the sentence names each change of an end, and that none is known', () => {
  const after = { ...outcome, rescued: 1, lost: 31, sooner: 4 };
  expect(replayWords({ ...replay, after }, 3)).toBe(
    'With v3, of 412 messages that failed in the last 24 h: 1 dead letter would have been consumed, ' +
      '31 consumed messages would be dead letters, 4 messages would have moved to the DLQ sooner.',
  );
  expect(replayWords(replay, 3)).toMatch(/: no outcome is known to differ\.$/);
  expect(replayWords({ ...replay, cutAt: at }, 3)).toMatch(/^With v3, of the newest 412 messages that failed/);
  expect(replayWords({ ...replay, messages: 0 }, 3)).toMatch(/^No message failed/);
});

test('what is not decided is counted with its reasons', () => {
  const found = { ...replay, unreplayed: { record: 2, client: 0, operator: 1 }, after: { ...outcome, undecided: 7 } };
  expect(unknownEnds(found, found.after)).toBe(10);
  expect(undecidedWords(found)).toEqual([
    'no recorded result with the same cause decides it (7)',
    'an operator held, recalled or ended the message (1)',
    'not every attempt is recorded (2)',
  ]);
  expect(undecidedWords(replay)).toEqual([]);
});

test('the peak is a range when an undecided retry may be followed by more', () => {
  expect([peakWords(outcome), peakWords({ ...outcome, peak: { least: 3, most: 1200 } })]).toEqual(['3', '3 to 1,200']);
});
