import { expect, test } from 'vitest';

import type { MessageCopy } from '../../../cluster';
import { messagesOf } from './find';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

function copy(role: MessageCopy['role'], second: number, more: Partial<MessageCopy> = {}): MessageCopy {
  return {
    ...{ broker: 'broker-a', topic: 'orders', role, group: role === 'sent' ? null : 'billing', queueNo: 0, offset: 1 },
    ...{ storedAt: at(second), messageId: 'M1', tag: 'paid', keys: ['ord-1'], reconsumeTimes: 0, bodyBytes: 2 },
    ...{ firstDeliveredAt: null, ...more },
  };
}

const letter = {
  ...{ messageId: 'M1', topic: 'orders', group: 'billing', broker: 'broker-b', attempts: 4, tag: 'paid' },
  ...{ keys: ['ord-1'], deadAt: new Date(at(40)) },
};

test('copies of a message are one line: when it was sent, and the newest copy of each group', () => {
  const copies = [
    ...[copy('retry', 10, { reconsumeTimes: 2 }), copy('sent', 0), copy('retry', 5, { reconsumeTimes: 1 })],
    copy('dead', 7, { group: 'audit', broker: 'broker-b' }),
  ];
  expect(messagesOf('orders', copies, [])).toEqual([
    {
      ...{ messageId: 'M1', topic: 'orders', keys: ['ord-1'], tag: 'paid', sentAt: at(0), isKept: false },
      lies: [
        { role: 'retry', group: 'billing', at: at(10), reconsumeTimes: 2 },
        { role: 'dead', group: 'audit', at: at(7), reconsumeTimes: 0 },
      ],
      brokers: ['broker-a', 'broker-b'],
    },
  ]);
  expect(messagesOf('orders', [copy('sent', 0)], [])[0]?.lies).toEqual([
    { role: 'sent', group: null, at: at(0), reconsumeTimes: 0 },
  ]);
});

test('a dead letter that is kept here is found without a copy at the brokers, and is one line with its copies', () => {
  expect(messagesOf(null, [], [letter])).toMatchObject([
    { messageId: 'M1', sentAt: null, isKept: true, lies: [{ role: 'dead', group: 'billing', at: at(40) }] },
  ]);
  expect(messagesOf('orders', [copy('sent', 0)], [letter])).toMatchObject([
    { sentAt: at(0), isKept: true, brokers: ['broker-a', 'broker-b'], lies: [{ role: 'dead' }] },
  ]);
});

test('the newest message is first; one without an id is a message of its own; topics are kept apart', () => {
  const found = messagesOf(
    'orders',
    [
      ...[copy('sent', 1, { messageId: 'old' }), copy('sent', 9, { messageId: 'new' })],
      ...[copy('sent', 2, { messageId: '', offset: 5 }), copy('sent', 3, { messageId: '', offset: 6 })],
    ],
    [{ ...letter, messageId: 'old', topic: 'payments', deadAt: new Date(at(4)) }],
  );
  expect(found.map(({ messageId, topic }) => [messageId, topic])).toEqual([
    ['new', 'orders'],
    ['old', 'payments'],
    [null, 'orders'],
    [null, 'orders'],
    ['old', 'orders'],
  ]);
});
