import { test } from 'vitest';
import { CODE } from '../../gateway/proto/codes';
import { statusOf as wireStatusOf, UNFORESEEN } from '../../gateway/status';
import { BrokerError, type BrokerErrorCode } from '../../model/errors';
import { expectMadePart, markdownTable } from '../../testing/docs/made-part';
import { statusOf } from './failure';

const PAGE = 'reference/troubleshooting.md';

/** What to do about a code. The compiler asks for each. */
const REMEDIES: Readonly<Record<BrokerErrorCode, string>> = {
  'bad-request': 'correct the field that the error names',
  'illegal-topic': 'choose a name within the limit that the error names',
  'illegal-group': 'choose a name within the limit that the error names',
  'illegal-tag': 'shorten the tag, and leave out the character that the error names',
  'illegal-key': 'shorten the key, and leave out the character that the error names',
  'illegal-message-group': 'choose a message group within the limit that the error names',
  'illegal-lite-topic': 'use 1 to 64 letters, digits, `-` and `_`',
  'illegal-property-key': 'rename the property: it is too long or reserved',
  'illegal-message-id': 'use an id that the SDK made',
  'illegal-filter': 'correct the tag or SQL92 expression',
  'illegal-invisible-time': 'choose a time within the limit that the error names',
  'illegal-delivery-time': 'choose a delivery time within the limit that the error names',
  'illegal-recall-handle': 'use the handle that the send returned',
  'recall-too-late': 'nothing: the message was delivered already',
  'illegal-polling-time': 'give the call a longer deadline',
  'invalid-receipt-handle': 'nothing: the lease ended, and the message is delivered again',
  'message-type-conflict': 'send to a topic of the right type',
  'message-corrupted': 'send again: the checksum does not match the body',
  'body-too-large': 'send less than 4 MiB, or a reference to the data',
  'body-empty': 'send a body',
  'properties-too-large': 'send fewer or shorter properties',
  'topic-not-found': 'create the topic, or correct its name',
  'group-not-found': 'create the group, or correct its name',
  'message-not-found': 'correct the id; the message may be past its retention',
  'invalid-transaction-id': 'end a transaction with the id that its send returned',
  'transaction-not-found': 'nothing: it is past its lifetime, or was never begun',
  'transaction-ended': 'nothing: it was committed or rolled back already',
  'not-found': 'correct the name or number',
  'already-exists': 'choose another name, or change the existing one',
  conflict: 'read the newest version, and decide again',
  unauthorized: 'send a valid token or access key; sign in',
  forbidden: 'ask for the right, or use an account or key that has it',
  unconfirmed: 'confirm your password or second factor',
  'needs-approval': 'wait for a second person: see Approvals',
  managed: 'change it in git, or send a reason as `override`',
  'too-many-requests': 'wait for the time that the answer names, or send more slowly',
  'lite-topic-quota': 'use fewer lite topics, or a shorter expiration of the topic',
  'lite-subscription-quota': 'unsubscribe from lite topics that are not needed',
  unsupported: 'nothing: the answer says why it is not offered',
  busy: 'send the same request again: nothing was changed',
  unavailable: 'send the request again; if it lasts, look at `/api/health`',
  internal: 'look for the error id in the log, and report it',
};

test('the table has each code, with the status of both protocols', async () => {
  const names = new Map<number, string>(Object.entries(CODE).map(([name, value]) => [value, name]));
  const wireName = (code: string): string =>
    names.get((wireStatusOf(new BrokerError(code as BrokerErrorCode, '')) ?? UNFORESEEN).code) ?? '?';
  const rows = Object.entries(REMEDIES).map(([code, remedy]) => [
    `\`${code}\``,
    String(statusOf(code)),
    `\`${wireName(code)}\``,
    remedy,
  ]);
  await expectMadePart(
    PAGE,
    'lib/console/http/error-codes.test.ts',
    markdownTable([['Code', 'HTTP', 'RocketMQ', 'Do'], ...rows]),
  );
});
