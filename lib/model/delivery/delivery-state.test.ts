import { expect, test } from 'vitest';

import { DELIVERY_STATES, type DeliveryState, isLegalTransition } from './delivery-state';

function edges(consumer: 'push' | 'simple'): string[] {
  return DELIVERY_STATES.flatMap((from: DeliveryState) =>
    DELIVERY_STATES.filter((to) => isLegalTransition(consumer, from, to)).map((to) => `${from} > ${to}`),
  );
}

test('push consumers: every legal edge', () => {
  expect(edges('push')).toEqual([
    'Ready > Inflight',
    'Ready > Commit',
    'Ready > DLQ',
    'Ready > Dropped',
    'Ready > Held',
    'Inflight > Ready',
    'Inflight > Inflight',
    'Inflight > WaitingRetry',
    'Inflight > Commit',
    'Inflight > DLQ',
    'Inflight > Dropped',
    'WaitingRetry > Ready',
    'WaitingRetry > Inflight',
    'WaitingRetry > Commit',
    'WaitingRetry > DLQ',
    'WaitingRetry > Dropped',
    'WaitingRetry > Held',
    'DLQ > Ready',
    'DLQ > Expired',
    'DLQ > Discarded',
    'DLQ > Sent',
    'Dropped > Ready',
    'Discarded > Restored',
    'Restored > Ready',
    'Restored > Expired',
    'Restored > Discarded',
    'Restored > Sent',
    'Held > Ready',
    'Held > WaitingRetry',
    'Held > DLQ',
    'Held > Dropped',
  ]);
});

test('simple consumers have no WaitingRetry', () => {
  expect(edges('simple').filter((edge) => edge.includes('WaitingRetry'))).toEqual([]);
  expect(isLegalTransition('simple', 'Inflight', 'Ready')).toBe(true);
});

test('Commit is final', () => {
  expect(
    DELIVERY_STATES.some((to) => isLegalTransition('push', 'Commit', to) || isLegalTransition('simple', 'Commit', to)),
  ).toBe(false);
});
