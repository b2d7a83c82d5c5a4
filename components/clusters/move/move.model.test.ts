import { expect, test } from 'vitest';
import {
  copiedTo,
  differenceWords,
  firstChoice,
  lateStep,
  mayCancel,
  outcomesOf,
  type Plan,
  startBlocker,
  stateOfStep,
  STEPS,
  toggled,
} from './move.model';

const group = (name: string, more: Partial<Plan['groups'][number]> = {}): Plan['groups'][number] => ({
  ...{ name, presence: 'absent', why: null, settings: {}, differences: [], notes: [], topics: ['orders'], waiting: 3 },
  ...{ inFlight: 0, dead: 0, openRedrives: 0, isPaused: false, way: 'alone', others: [], messagesStay: null, ...more },
});
const plan = (groups: Plan['groups']): Plan => ({
  topics: [{ name: 'orders', type: 'NORMAL', queues: 4, presence: 'absent', why: null }],
  ...{ groups, brokers: ['a'], silent: [], left: { scheduled: 0, transactions: 0 } },
});

test('steps are done, next or later, and a worker is at two of them', () => {
  const states = (at: Parameters<typeof stateOfStep>[1]) => STEPS.map((step) => stateOfStep(step, at)).join(' ');
  expect(states('settings')).toBe('next later later later later');
  expect(states('pause')).toBe('done done next later later');
  expect(states('taking')).toBe('done done done running later');
  expect(states('sending')).toBe('done done done done running');
  expect(states('done')).toBe('done done done done done');
  expect(mayCancel('take')).toBe(true);
  expect(mayCancel('taking')).toBe(false);
  const outcome = (step: 'take' | 'taking' | 'send') => ({ step, at: '', by: '', rows: [] });
  expect(outcomesOf({ outcomes: [outcome('taking'), outcome('send')] }, 'take')).toEqual([outcome('taking')]);
});

test('first chosen is what can move; messages go along where no other group gets a copy', () => {
  const chosen = firstChoice(
    plan([group('a'), group('b', { way: 'topic' }), group('c', { presence: 'blocked' }), group('d', { waiting: 0 })]),
  );
  expect([...chosen.groups]).toEqual(['a', 'b', 'd']);
  expect([...chosen.messages]).toEqual(['a']);
  expect([...toggled(chosen.messages, 'a')]).toEqual([]);
});

test('what differs is said in the words of the settings', () => {
  expect(differenceWords({ field: 'maxRetries', here: 16, there: 3 })).toBe('Max retries: 16 here, 3 in the cluster');
  expect(differenceWords({ field: 'isOrdered', here: true, there: false })).toBe(
    'Ordering: ordered here, unordered in the cluster',
  );
});

test('groups that get copies are those beside a group with something that waits and goes along', () => {
  const planned = plan([group('a', { way: 'topic', others: ['c', 'b'] }), group('b', { way: 'topic', others: ['d'] })]);
  const moved = (name: string, more: object) => ({
    ...{ group: name, messages: true, paused: true, waiting: 2, dead: 0, takenAt: null, redriveId: null, ...more },
  });
  expect(copiedTo(planned, { groups: [moved('a', {}), moved('b', { waiting: 0 })] })).toEqual(['b', 'c']);
  expect(copiedTo(planned, { groups: [moved('a', { messages: false })] })).toEqual([]);
});

test('what to do about late producers depends on whether messages were taken', () => {
  expect(lateStep({ isTooLate: false })).toContain('Messages that they send until then move too');
  expect(lateStep({ isTooLate: true })).toContain('start another move');
});

test('what stands in the way of a start is said', () => {
  const given = { overwrite: false, reason: 'growth' };
  const one = plan([group('a', { presence: 'other' })]);
  expect(startBlocker(one, firstChoice(one), given)).toMatch('a has other settings');
  expect(startBlocker(one, firstChoice(one), { ...given, overwrite: true })).toBeNull();
  expect(startBlocker(one, firstChoice(one), { overwrite: true, reason: ' ' })).toBe('Enter a reason');
  const silent = { ...one, silent: [{ broker: 'broker-b', reason: 'x' }] };
  expect(startBlocker(silent, firstChoice(one), given)).toMatch('broker-b');
});
