import { afterAll, beforeAll, expect, test } from 'vitest';

import type { SendMessageResponse, TelemetryCommand } from '../../lib/gateway/proto/wire';
import { type ProtocolBroker, startBroker } from './support/broker';
import { holdRows } from './support/hold';
import { RawClient, rawMessage } from './support/raw-client';
import { until } from './support/wait';

/** Far longer than the test: a check that is lost would come too late for it. */
const CHECK_MS = 600_000;

let broker: ProtocolBroker;
beforeAll(async () => {
  broker = await startBroker({ transactions: { checkMs: CHECK_MS, maxChecks: 15, lifetimeMs: 3_600_000 } });
});
afterAll(async () => {
  await broker.close();
  expect(broker.errors).toEqual([]);
});

const rows = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await broker.database.store.console.query<Row>(text, values)).rows;

/** From its start to its commit: one that no longer waits for the lock has not counted yet. */
const CLAIMING = `SELECT 1 FROM pg_stat_activity
                   WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle' AND query LIKE '%FROM half_check(%'`;
const CLAIM_WAITING = `${CLAIMING} AND wait_event_type = 'Lock'`;

async function introduce(topic: string): Promise<{ client: RawClient; checks: string[]; leave: () => Promise<void> }> {
  const client = new RawClient(broker.port);
  const { stream } = await client.introduce({
    clientType: 1,
    userAgent: { language: 1, version: '5.2.1' },
    publishing: { topics: [{ name: topic }] },
  });
  const checks: string[] = [];
  stream.on('data', ({ recoverOrphanedTransactionCommand: check }: TelemetryCommand) => {
    if (check !== undefined) checks.push(check.message?.systemProperties?.messageId ?? '');
  });
  const leave = (): Promise<void> =>
    new Promise((resolve) => {
      stream.once('end', resolve);
      stream.end();
    });
  return { client, checks, leave };
}

test('[case 74] the only producer leaves between the claim of a check and its command: it does not count, the next producer is asked at once', async () => {
  const topic = await broker.topic('TRANSACTION');
  const sender = new RawClient(broker.port);
  const { entries } = await sender.call<SendMessageResponse>('SendMessage', {
    messages: [rawMessage(topic, { messageType: 4, orphanedTransactionRecoveryDuration: { seconds: 1 } })],
  });
  const standing = async (): Promise<{ checks: number; due: boolean } | undefined> =>
    (
      await rows<{ checks: number; due: boolean }>(
        'SELECT checks::int AS checks, next_check_at <= clock_timestamp() AS due FROM half_message WHERE msg_id = $1',
        [entries?.[0]?.messageId],
      )
    )[0];
  await until('its check is due', async () => (await standing())?.due === true);
  const hold = await holdRows(broker.database.url, 'LOCK TABLE half_message IN EXCLUSIVE MODE');
  const first = await introduce(topic);
  await until('the claim', async () => (await rows(CLAIM_WAITING)).length > 0);
  await first.leave();
  await hold.letGo();
  await until('the claim is over', async () => (await rows(CLAIMING)).length === 0);
  await until('the check was given back', async () => (await standing())?.due === true);
  expect(await standing()).toEqual({ checks: 0, due: true });
  const second = await introduce(topic);
  await until('the check', () => second.checks.length > 0);
  expect(second.checks).toEqual([entries?.[0]?.messageId]);
  expect(first.checks).toEqual([]);
  expect(await standing()).toEqual({ checks: 1, due: false });
  for (const client of [sender, first.client, second.client]) client.close();
});
