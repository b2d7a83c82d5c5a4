import { expect } from 'vitest';

import { changeKey, readTimeline } from '../../../lib/broker';
import type { RevokeVerb } from '../../../lib/model/delivery/revoke';
import { type ProtocolBroker, TESTER } from './broker';
import { until } from './wait';

/** Takes the head of a key back from the client that has it. @returns that client */
export async function revokeHead(
  { ctx }: ProtocolBroker,
  verb: RevokeVerb,
  at: { readonly group: string; readonly key: string; readonly head: string },
): Promise<string | null> {
  const { head, ...key } = at;
  const input = { ...key, headMessageId: head, revoke: true, reason: 'stuck', actor: TESTER };
  return (await changeKey(ctx, verb, input)).revokedFrom;
}

/** The client that lost a message acknowledges it at last: it is refused, and that is on record. */
export async function expectLateAck({ ctx }: ProtocolBroker, messageId: string, client: string | null): Promise<void> {
  const first = async () => (await readTimeline(ctx, { messageId }))[0]?.deliveries[0];
  await until('the late acknowledgement', async () => (await first())?.late != null, 30_000);
  expect(await first()).toMatchObject({ attempt: 1, state: 'revoked', client, late: { answer: 'acknowledged' } });
}

export async function stateOf({ ctx }: ProtocolBroker, messageId: string): Promise<string | undefined> {
  return (await readTimeline(ctx, { messageId }))[0]?.state;
}
