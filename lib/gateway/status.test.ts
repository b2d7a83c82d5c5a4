import { expect, test } from 'vitest';

import { BrokerError, type BrokerErrorCode } from '../model/errors';
import { combine, OK, statusOf, WireError } from './status';

/** The codes of definition.proto. */
const EXPECTED: Record<BrokerErrorCode, number | null> = {
  'bad-request': 40000,
  'illegal-lite-topic': 40020,
  'lite-topic-quota': 42901,
  'lite-subscription-quota': 42902,
  'illegal-topic': 40002,
  'illegal-group': 40003,
  'illegal-tag': 40004,
  'illegal-key': 40005,
  'illegal-message-group': 40006,
  'illegal-property-key': 40007,
  'invalid-transaction-id': 40008,
  'transaction-ended': 40008,
  'illegal-message-id': 40009,
  'illegal-filter': 40010,
  'illegal-invisible-time': 40011,
  'illegal-delivery-time': 40012,
  'invalid-receipt-handle': 40013,
  'message-type-conflict': 40014,
  'message-corrupted': 40016,
  'illegal-recall-handle': 40000,
  'recall-too-late': 40000,
  'illegal-polling-time': 40018,
  unauthorized: 40100,
  forbidden: 40300,
  'needs-approval': 40300,
  managed: 40300,
  unconfirmed: 40300,
  'not-found': 40400,
  'message-not-found': 40401,
  'topic-not-found': 40402,
  'group-not-found': 40403,
  'body-too-large': 41301,
  'body-empty': 41302,
  'already-exists': 42800,
  conflict: 42800,
  'too-many-requests': 42900,
  'properties-too-large': 43101,
  busy: 50001,
  unavailable: 50001,
  'transaction-not-found': 40008,
  unsupported: 50100,
  internal: null,
};

test.each(Object.entries(EXPECTED))('%s is %s', (code, expected) => {
  const status = statusOf(new BrokerError(code as BrokerErrorCode, 'field must be so; it is not.'));
  expect(status?.code ?? null).toBe(expected);
  if (status !== null) expect(status.message).toBe('field must be so; it is not.');
});

test('an unexpected error reveals nothing', () => {
  expect(statusOf(new Error('password=secret'))).toBeNull();
  expect(statusOf('text')).toBeNull();
  expect(statusOf(new WireError(40017, 'x-mq-client-id must be set; it is empty.'))).toEqual({
    code: 40017,
    message: 'x-mq-client-id must be set; it is empty.',
  });
});

test('a batch has the common code, or says that its entries differ', () => {
  const bad = { code: 40013, message: 'expired' };
  expect(combine([OK, OK]).code).toBe(20000);
  expect(combine([bad, bad]).code).toBe(40013);
  expect(combine([OK, bad]).code).toBe(30000);
});
