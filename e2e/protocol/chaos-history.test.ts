import { expect, test } from 'vitest';

import { History } from '../../chaos/history';
import { Random } from '../../lib/testing/random';

/** A history in which a client has "a", and another one "k-1" and "k-2" of one key. */
function held(): { readonly history: History; readonly kinds: () => string[] } {
  const history = new History();
  for (const [messageId, key] of [
    ['a', null],
    ['k-1', 'k'],
    ['k-2', 'k'],
  ] as const)
    history.sending(messageId, key);
  history.delivered('a', 'first', performance.now());
  for (const messageId of ['k-1', 'k-2']) history.delivered(messageId, 'second', performance.now());
  return { history, kinds: () => history.violations.map(({ kind, messageId }) => `${kind}: ${messageId}`) };
}

test('chaos sees a message with two receivers, out of order, back after its ack, and one that no client sent', () => {
  const { history, kinds } = held();
  history.delivered('a', 'another', performance.now());
  history.delivered('k-2', 'another', performance.now());
  history.acking('k-1');
  history.acked('k-1');
  history.delivered('k-1', 'another', performance.now());
  history.delivered('made up', 'another', performance.now());
  expect(kinds()).toEqual([
    'double lease: a',
    'double lease: k-2',
    'out of order: k-2',
    'came back after its ack: k-1',
    'never sent: made up',
  ]);
});

test('what an operator takes back may have another receiver, with its key, and nothing else may', () => {
  const { history, kinds } = held();
  history.takingBack('k-2');
  for (const messageId of ['k-1', 'k-2']) history.delivered(messageId, 'another', performance.now());
  expect(kinds()).toEqual([]);
  history.delivered('a', 'another', performance.now());
  expect(kinds()).toEqual(['double lease: a']);
  // One without a key is taken back alone.
  history.takingBack('a');
  history.delivered('a', 'third', performance.now());
  history.delivered('k-1', 'third', performance.now());
  expect(kinds()).toEqual(['double lease: a', 'double lease: k-1']);
});

test('an operator takes back what clients have, and nothing that they give back', () => {
  const { history } = held();
  const random = new Random(1);
  const taken = () => Array.from({ length: 50 }, () => history.anyHeld(random));
  expect(new Set(taken())).toEqual(new Set(['a', 'k-1', 'k-2']));
  history.acking('a');
  for (const messageId of ['k-1', 'k-2']) history.letGo(messageId);
  expect(new Set(taken())).toEqual(new Set([null]));
});
