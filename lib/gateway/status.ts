import { BrokerError, type BrokerErrorCode } from '../model/errors';
import { CODE, type Code } from './proto/codes';
import type { Status } from './proto/wire';

export const OK: Status = { code: CODE.OK, message: 'OK' };

/** What the wire calls each refusal of the core. Source: apache.rocketmq.v2, Code; proxy ResponseBuilder. */
const CODE_OF: Readonly<Record<BrokerErrorCode, Code>> = {
  'bad-request': CODE.BAD_REQUEST,
  'illegal-topic': CODE.ILLEGAL_TOPIC,
  'illegal-group': CODE.ILLEGAL_CONSUMER_GROUP,
  'illegal-tag': CODE.ILLEGAL_MESSAGE_TAG,
  'illegal-key': CODE.ILLEGAL_MESSAGE_KEY,
  'illegal-message-group': CODE.ILLEGAL_MESSAGE_GROUP,
  'illegal-lite-topic': CODE.ILLEGAL_LITE_TOPIC,
  'illegal-property-key': CODE.ILLEGAL_MESSAGE_PROPERTY_KEY,
  'illegal-message-id': CODE.ILLEGAL_MESSAGE_ID,
  'illegal-filter': CODE.ILLEGAL_FILTER_EXPRESSION,
  'illegal-invisible-time': CODE.ILLEGAL_INVISIBLE_TIME,
  'illegal-delivery-time': CODE.ILLEGAL_DELIVERY_TIME,
  // The protocol has no code of their own for these two, and the original answers its catch-all.
  'illegal-recall-handle': CODE.BAD_REQUEST,
  'recall-too-late': CODE.BAD_REQUEST,
  'illegal-polling-time': CODE.ILLEGAL_POLLING_TIME,
  'invalid-receipt-handle': CODE.INVALID_RECEIPT_HANDLE,
  'message-type-conflict': CODE.MESSAGE_PROPERTY_CONFLICT_WITH_TYPE,
  'message-corrupted': CODE.MESSAGE_CORRUPTED,
  'body-too-large': CODE.MESSAGE_BODY_TOO_LARGE,
  'body-empty': CODE.MESSAGE_BODY_EMPTY,
  'properties-too-large': CODE.MESSAGE_PROPERTIES_TOO_LARGE,
  'topic-not-found': CODE.TOPIC_NOT_FOUND,
  'group-not-found': CODE.CONSUMER_GROUP_NOT_FOUND,
  'message-not-found': CODE.MESSAGE_NOT_FOUND,
  'invalid-transaction-id': CODE.INVALID_TRANSACTION_ID,
  'transaction-not-found': CODE.INVALID_TRANSACTION_ID,
  // Not PRECONDITION_FAILED: SDKs do not know it, and would call the operation unsupported.
  'transaction-ended': CODE.INVALID_TRANSACTION_ID,
  'not-found': CODE.NOT_FOUND,
  'already-exists': CODE.PRECONDITION_FAILED,
  conflict: CODE.PRECONDITION_FAILED,
  unauthorized: CODE.UNAUTHORIZED,
  forbidden: CODE.FORBIDDEN,
  'needs-approval': CODE.FORBIDDEN,
  managed: CODE.FORBIDDEN,
  unconfirmed: CODE.FORBIDDEN,
  'too-many-requests': CODE.TOO_MANY_REQUESTS,
  'lite-topic-quota': CODE.LITE_TOPIC_QUOTA_EXCEEDED,
  'lite-subscription-quota': CODE.LITE_SUBSCRIPTION_QUOTA_EXCEEDED,
  unsupported: CODE.NOT_IMPLEMENTED,
  // The catch-all, because every SDK retries after it.
  busy: CODE.INTERNAL_SERVER_ERROR,
  unavailable: CODE.INTERNAL_SERVER_ERROR,
  internal: CODE.INTERNAL_SERVER_ERROR,
};

/** A refusal that only this transport knows: a missing header, a client without settings. */
export class WireError extends Error {
  readonly code: Code;

  constructor(code: Code, message: string) {
    super(message);
    this.name = 'WireError';
    this.code = code;
  }
}

/** Null: an unexpected error; its text must not leave the process. */
export function statusOf(error: unknown): Status | null {
  if (error instanceof WireError) return { code: error.code, message: error.message };
  if (error instanceof BrokerError && error.code !== 'internal')
    return { code: CODE_OF[error.code], message: error.message };
  return null;
}

export const UNFORESEEN: Status = {
  code: CODE.INTERNAL_SERVER_ERROR,
  message: 'The broker failed to answer; try again.',
};

/** One code for a batch: the common one, or MULTIPLE_RESULTS when the entries differ. */
export function combine(statuses: readonly Status[]): Status {
  const [first] = statuses;
  if (first === undefined) return OK;
  return statuses.every(({ code }) => code === first.code)
    ? first
    : { code: CODE.MULTIPLE_RESULTS, message: 'The entries have different results.' };
}
