import { expect, test } from 'vitest';
import type { FoundStateView } from '@/lib/console/operations/messages/views';
import { foundBadge, foundGroup, foundSentence, keyOf, looksLikeProperty, nextSteps } from './found.model';

function of(...states: readonly (FoundStateView['state'] | 'blocked')[]): Parameters<typeof foundSentence>[0] {
  return {
    outside: null,
    moreGroups: false,
    groups: states.map((state, index) => ({
      group: `g${index}`,
      state: state === 'blocked' ? 'ready' : state,
      blocked: state === 'blocked',
      attempt: null,
      maxRetries: 3,
      at: null,
    })),
  };
}

test('what needs attention is named first, the rest is counted', () => {
  const found = of('consumed', 'consumed', 'dead', 'consumed');
  expect(foundSentence(found)).toBe('dead in g2, consumed in 3 groups');
  expect(foundBadge(found)).toEqual({ state: 'dead' });
  expect(foundGroup(found)).toBe('g2');
  expect(foundSentence(of('waiting-retry', 'ready'))).toBe('waiting retry in g0, ready for g1');
  expect(foundSentence({ ...of('consumed', null), moreGroups: true })).toBe(
    'consumed in g0, broadcast by g1, and more groups',
  );
});

test('of a message that a group is past, no result is claimed', () => {
  expect(foundSentence(of('unrecorded', 'unrecorded'))).toBe('past in g0 and g1, result not recorded');
  expect(foundBadge(of('unrecorded'))).toEqual({ state: 'unknown', label: 'Past' });
});

test('without a group, outside the log, and behind the head of a key', () => {
  expect(foundSentence(of())).toBe('no group reads it');
  expect(foundBadge(of())).toEqual({ state: 'ready', label: 'No group' });
  expect(foundBadge(of('blocked', 'consumed'))).toEqual({ state: 'blocked' });
  expect(foundBadge(of('blocked', 'ready'))).toEqual({ state: 'ready' });
  const scheduled = { ...of(), outside: 'scheduled' } as const;
  expect(foundBadge(scheduled).label).toBe('Not due yet');
  expect(foundSentence(scheduled)).toBe('waiting for its delivery time');
});

test('a text is a property when it says name=value', () => {
  expect(['tenant=acme', 'a.b-c=1', 'order-1', '=x', 'a=', 'https://x.y/?a=b'].map(looksLikeProperty)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

test('a miss offers what was narrowed', () => {
  const searched = { q: 'x', property: '', topic: 'orders', from: '-1h', to: '', state: 'dead' };
  expect(nextSteps(searched).map(({ label }) => label)).toEqual(['In any state', 'At any time kept', 'In every topic']);
  expect(nextSteps({ ...searched, topic: '', from: '', state: '' })).toEqual([]);
  const property = { q: '', property: 'a=b', topic: 'orders', from: '-1h', to: '', state: '' };
  expect(nextSteps(property).map(({ label }) => label)).toEqual(['In the last 3 days']);
  expect(nextSteps({ ...property, from: '-3d' })).toEqual([]);
});

test('the key of a row: what orders it names it first, and each key counts once', () => {
  expect(keyOf({ keys: ['a', 'b'], messageGroup: 'g' })).toEqual({ key: 'g', more: 2, all: 'g, a, b' });
  expect(keyOf({ keys: ['g'], messageGroup: 'g' })).toEqual({ key: 'g', more: 0, all: 'g' });
  expect(keyOf({ keys: null, messageGroup: null })).toEqual({ key: null, more: 0, all: '' });
});
