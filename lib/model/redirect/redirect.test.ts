import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { TimelineState } from '../message/timeline';
import { english } from '../language/t';
import { type CanaryCopy, judgeCanary, openCopies } from './canary';
import { batchLimit, comesBackThrough, readersText, REDIRECT_LIMITS, type RedirectEdge, restAfterMs } from './redirect';

const edge = (group: string, topic: string, ...readers: string[]): RedirectEdge => ({ group, topic, readers });
type Groups = CanaryCopy['groups'];
const copy = (...states: (TimelineState | null)[]) => states.map((state) => ({ state }));
const numbered = (copies: readonly Groups[]): CanaryCopy[] => copies.map((groups, index) => ({ copy: index, groups }));
const judge = (copies: readonly Groups[], canary: number, noted: readonly number[] = []) =>
  judgeCanary(numbered(copies), canary, noted);

describe('a redirect leads back', () => {
  test.each<[string, RedirectEdge[], string | null]>([
    ['to nowhere', [], null],
    ['when the group reads the topic itself', [edge('a', 't', 'a')], 't'],
    ['not when another group reads it', [edge('a', 't', 'b')], null],
    ['when a reader has a redirect to a topic that the group reads', [edge('a', 't', 'b'), edge('b', 'u', 'a')], 'u'],
    ['over several', [edge('a', 't', 'b', 'x'), edge('x', 'u', 'c'), edge('c', 'v', 'a')], 'v'],
    ['not when a loop beside it does not include the group', [edge('a', 't', 'b'), edge('b', 'u', 'b')], null],
  ])('%s', (_says, edges, through) => expect(comesBackThrough('a', edges)).toBe(through));

  test('never, whatever subscriptions are: a message that follows allowed redirects meets no group twice', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    const wish = fc.record({ group: name, topic: fc.constantFrom('t', 'u', 'v', 'w') });
    const reads = fc.dictionary(fc.constantFrom('t', 'u', 'v', 'w'), fc.uniqueArray(name, { maxLength: 3 }));
    fc.assert(
      fc.property(fc.array(wish, { maxLength: 8 }), reads, (wishes, readersOf) => {
        // As they are made: each is refused that leads back through those before it.
        const made: RedirectEdge[] = [];
        for (const { group, topic } of wishes) {
          const all = [...made, edge(group, topic, ...(readersOf[topic] ?? []))];
          if (comesBackThrough(group, all) === null) made.splice(0, made.length, ...all);
        }
        const follow = (group: string, path: readonly string[]): void => {
          expect(path).not.toContain(group);
          for (const next of made.filter((each) => each.group === group))
            for (const reader of next.readers) follow(reader, [...path, group]);
        };
        for (const { group } of made) follow(group, []);
      }),
    );
  });
});

describe('the canary', () => {
  test.each([
    ['is open before anything was sent', [], 'open'],
    ['is open until all were sent', [copy('consumed')], 'open'],
    ['is open while one is retried', [copy('consumed'), copy('waiting-retry')], 'open'],
    ['has passed when all were consumed', [copy('consumed'), copy('consumed')], 'passed'],
    [
      'counts a copy that one group consumed and another filters out',
      [copy('consumed', 'filtered-out'), copy('consumed')],
      'passed',
    ],
    ['waits for every group', [copy('consumed', 'ready'), copy('consumed')], 'open'],
    ['fails with the first dead copy, before all were sent', [copy('consumed', 'dead')], 'failed'],
    ['fails when the dead copy was discarded since', [copy('discarded')], 'failed'],
    ['fails when no group gets the copy', [copy('filtered-out')], 'failed'],
    ['fails when only a broadcast group reads it: that has no outcome', [copy(null)], 'failed'],
    [
      'fails when the outcome is not on record, and never passes then',
      [copy('unrecorded'), copy('consumed')],
      'failed',
    ],
    ['fails when the copy is gone', [null, copy('consumed')], 'failed'],
  ] as const)('%s', (_says, copies, state) => expect(judge(copies, 2)).toMatchObject({ state }));

  test('says why it failed', () => {
    const says = (...asked: Parameters<typeof judge>): string => english(judge(...asked).why ?? '');
    expect(judge([copy('dead'), copy('consumed')], 2)).toMatchObject({ state: 'failed', sent: 2, consumed: [1] });
    expect(says([copy('dead'), copy('consumed')], 2)).toBe('1 of 2 canary messages became dead letters again');
    expect(says([copy(null), copy('consumed')], 2)).toBe(
      'no group whose outcome is known reads 1 of 2 canary messages',
    );
    expect(says([copy('filtered-out', null)], 1)).toBe('1 of 1 canary message matched the filter of no group');
    expect(says([null, copy('consumed')], 2, [1])).toBe('the outcome of 1 of 2 canary messages is no longer on record');
  });

  test('what was consumed and left with the log stays consumed, and what was not fails', () => {
    expect(judge([null, null, copy('ready')], 3, [0, 1])).toMatchObject({ state: 'open', sent: 3, consumed: [0, 1] });
    // The second copy was consumed only now, when the first one had left already.
    expect(judge([null, copy('consumed')], 2, [0])).toMatchObject({ state: 'passed', consumed: [0, 1] });
    expect(judge([null, copy('consumed')], 2, [1])).toMatchObject({ state: 'failed', sent: 2, consumed: [1] });
    // An offset reset: the first copy is ready again, and does not stand for the second one.
    expect(judge([copy('ready'), null], 2, [0])).toMatchObject({ state: 'failed', consumed: [] });
    expect(judge([null, copy('ready')], 2, [])).toMatchObject({ state: 'failed' });
  });
});

describe('the first copies of the batch before', () => {
  test.each<[string, Groups[], number | 'unknown']>([
    ['are none of a first batch', [], 0],
    [
      'let the next begin when each group has processed them',
      [copy('consumed', 'dead'), copy('filtered-out', 'sent')],
      0,
    ],
    ['hold it when one group has not fetched one', [copy('consumed', 'ready'), copy('consumed', 'consumed')], 1],
    ['hold it while a client has one', [copy('in-flight'), copy('ready')], 2],
    ['do not hold it for one that is retried', [copy('waiting-retry'), copy('held')], 0],
    ['do not count for a broadcast group', [copy(null, 'consumed')], 0],
    ['are open also when another is not on record', [null, copy('ready')], 1],
    ['are unknown when one is not in the log', [null, copy('consumed')], 'unknown'],
    ['are unknown when one is not on record', [copy('unrecorded'), copy('consumed')], 'unknown'],
    ['are unknown when no group gets one', [copy('filtered-out')], 'unknown'],
    ['are unknown when no group reads them any more', [[]], 'unknown'],
  ])('%s', (_says, copies, open) => expect(openCopies(numbered(copies))).toBe(open));
});

test('groups that another team has are counted, not named', () => {
  expect(readersText(['a', 'b'], 0)).toBe('a, b');
  expect(readersText(['a'], 2)).toBe('a and 2 that you may not see');
  expect(readersText([], 1)).toBe('1 that you may not see');
});

test('a batch is what the canary has left, then a minute of the rate; a full one is followed at once', () => {
  const of = { ratePerSecond: 2, canary: 10, canarySent: 4 };
  expect(batchLimit({ ...of, isCanaryPassed: false })).toBe(6);
  expect(batchLimit({ ...of, canarySent: 12, isCanaryPassed: false })).toBe(0);
  expect(batchLimit({ ...of, isCanaryPassed: true })).toBe(120);
  expect(batchLimit({ ...of, ratePerSecond: 1000, isCanaryPassed: true })).toBe(REDIRECT_LIMITS.batch);
  expect(restAfterMs(120, 120)).toBe(0);
  expect(restAfterMs(119, 120)).toBe(60_000);
});
