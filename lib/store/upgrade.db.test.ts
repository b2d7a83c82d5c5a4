import { randomBytes } from 'node:crypto';

import { afterEach, expect, inject, test } from 'vitest';

import { verifyAudit } from '../broker/audit/verify';
import { ack } from '../broker/delivery/ack';
import { expire } from '../broker/delivery/expire';
import { deadLetterExhausted } from '../broker/delivery/dead-letter-exhausted';
import type { BrokerContext } from '../broker/context';
import { createBrokerContext } from '../broker/create-context';
import { evaluateAlarms } from '../broker/alarm/evaluate';
import { fillDeadLetterTopics } from '../broker/dead-letter/topic';
import { listRedrives } from '../broker/redrive/read';
import { stepRedrives } from '../broker/redrive/step';
import { releaseDue } from '../broker/schedule/release-due';
import { claimChecks } from '../broker/transaction/claim-checks';
import { endTransaction } from '../broker/transaction/end';
import { withAdmin } from '../testing/admin-connection';
import { PATIENT, receiveNow, TestClock } from '../testing/broker';
import { readSnapshots, restoreSnapshot, type Snapshot } from '../testing/release/snapshots';
import { createStore, type Store } from './client';
import { migrate, thisProgram } from './migrate';

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

let close = (): Promise<void> => Promise.resolve();
afterEach(async () => {
  await close();
  close = () => Promise.resolve();
});

interface Upgraded {
  readonly ctx: BrokerContext;
  readonly clock: TestClock;
  readonly store: Store;
}

/** The snapshot, brought forward by the current program, with its broker started on it. */
async function upgrade(snapshot: Snapshot): Promise<Upgraded> {
  const name = `redrive_upgrade_${randomBytes(6).toString('hex')}`;
  await withAdmin(inject('testServerUrl'), (admin) => admin.query(`CREATE DATABASE ${name}`));
  const url = inject('testServerUrl').replace(/\/[^/]*$/, `/${name}`);
  const drop = () => withAdmin(inject('testServerUrl'), (admin) => admin.query(`DROP DATABASE ${name} WITH (FORCE)`));
  close = async () => void (await drop());
  await restoreSnapshot(url, snapshot);
  await migrate(url);
  const store = createStore({ databaseUrl: url, brokerPoolMax: 4, consolePoolMax: 4 });
  close = async () => {
    await store.close();
    await drop();
  };
  const clock = new TestClock(new Date(snapshot.at));
  const metrics = { count: () => undefined, observe: () => undefined };
  const ctx = await createBrokerContext({ store, log: silent, metrics, clock, protection: PATIENT });
  return { ctx, clock, store };
}

/** What the loops do. */
async function work({ ctx }: Upgraded): Promise<void> {
  await expire(ctx);
  await deadLetterExhausted(ctx);
  await releaseDue(ctx);
  await stepRedrives(ctx);
  await fillDeadLetterTopics(ctx);
}

/** Receives and acknowledges for as long as anything comes, the time moving on: message ids with their attempts. */
async function consume(at: Upgraded, topic: string, group: string, fields = {}): Promise<string[]> {
  const seen: string[] = [];
  for (let idle = 0; idle < 4;) {
    await work(at);
    const batch = await receiveNow(at.ctx, { topic, group, ...fields });
    seen.push(...batch.map(({ messageId, attempt }) => `${messageId} ${attempt}`));
    if (batch.length > 0)
      for (const { error } of await ack(at.ctx, { topic, group, entries: batch })) expect(error).toBeNull();
    idle = batch.length > 0 ? 0 : idle + 1;
    at.clock.advance(20_000);
  }
  return seen;
}

test.each(readSnapshots().map((snapshot) => [snapshot.version, snapshot] as const))(
  'data of %s is brought forward: everything under way is finished, nothing is lost, attempts go on',
  async (_, snapshot) => {
    const at = await upgrade(snapshot);
    const { ctx, store } = at;
    const { handles, transactions } = snapshot;
    const finish = async (topic: string, group: string, messageId: string): Promise<unknown> =>
      (await ack(ctx, { topic, group, entries: [{ messageId, receiptHandle: handles[messageId] ?? '' }] }))[0]?.error;
    const end = (messageId: 'commit' | 'rollback') =>
      endTransaction(ctx, {
        ...{ topic: 'payments', messageId, transactionId: transactions[messageId] ?? '', resolution: messageId },
        ...{ source: 'client' as const, clientId: 'producer-1' },
      });

    // Rows of the audit log that were there are linked, and so are all that follow.
    const { head, broken } = await verifyAudit(store.console);
    expect([head.position > 20, broken]).toEqual([true, null]);

    // The alarm that fired is still that one alarm.
    const incidents = 'SELECT watch, subject, resolved_at IS NULL AS open FROM alarm_incident';
    expect((await store.console.query(incidents)).rows).toEqual([{ watch: 'backlog', subject: 'billing', open: true }]);

    // Clients acknowledge what the earlier program handed out.
    expect(await finish('orders', 'billing', 'pushed')).toBeNull();
    expect(await finish('steps', 'shipping', 'b-1')).toBeNull();
    const redriven = Object.keys(handles).find((id) => id.startsWith('mail-')) ?? '';
    expect(await finish('mails', 'mailer', redriven)).toBeNull();

    expect(await end('commit')).toEqual({ state: 'committed', changed: true });
    expect(await end('rollback')).toEqual({ state: 'rolled-back', changed: true });

    // 'simple' is never acknowledged: its lease ends and it comes again.
    expect((await consume(at, 'orders', 'billing')).toSorted()).toEqual(
      ['new-1 1', 'new-2 1', 'new-3 1', 'retry-1 2', 'retry-2 3', 'simple 2'].toSorted(),
    );
    const steps = await consume(at, 'steps', 'shipping');
    expect(steps.filter((line) => line.startsWith('a'))).toEqual(['a-1 2', 'a-2 1']);
    expect(steps.filter((line) => line.startsWith('b'))).toEqual(['b-2 1']);
    expect((await consume(at, 'mails', 'mailer')).length).toBe(2);
    expect((await listRedrives(ctx, {})).items).toMatchObject([
      { state: 'completed', counts: { selected: 4, consumed: 4 } },
    ]);
    expect(await consume(at, 'news', 'screens', { clientId: 'screen-2' })).toEqual(['news-1 1']);
    expect(await consume(at, 'news', 'screens', { clientId: 'screen-1' })).toEqual([]);
    expect(await consume(at, '%DLQ%billing', 'autopsy')).toEqual(['dead 1']);
    expect((await consume(at, 'payments', 'ledger')).toSorted()).toEqual(['commit 1', 'ended 1']);
    const checks = await claimChecks(ctx, { topics: ['payments'], limit: 10 });
    expect(checks.map(({ message, transactionId }) => [message.messageId, transactionId])).toEqual([
      ['silent', transactions['silent']],
    ]);
    at.clock.advance(3_600_000);
    expect(await consume(at, 'later', 'reminders')).toEqual(['later-1 1']);

    const left = `SELECT (SELECT count(*) FROM retry)::int AS retries, (SELECT count(*) FROM lease
      WHERE live)::int AS leases,
      (SELECT array_agg(msg_id) FROM dead_letter) AS dead, (SELECT count(*) FROM fifo_group
        WHERE state = 1)::int AS blocked,
      (SELECT count(*) FROM scheduled_message)::int AS scheduled`;
    expect((await store.console.query(left)).rows).toEqual([
      { retries: 0, leases: 0, dead: ['dead'], blocked: 0, scheduled: 0 },
    ]);

    await ctx.throttle.reload();
    expect(ctx.throttle.uses().map(({ limit }) => [limit.kind, limit.subject, limit.hard])).toEqual([
      ['send-rate', 'orders', 5000],
    ]);
    expect((await ctx.settings.refresh('dead-letter-retention')).value).toEqual({ keepHours: 720 });
    await evaluateAlarms(ctx);
    const people = `SELECT (SELECT array_agg(email) FROM operator) AS operators, (SELECT array_agg(name)
      FROM api_token) AS tokens,
      (SELECT array_agg(name) FROM access_key) AS keys, (SELECT count(*) > 20 FROM audit) AS audit,
      (SELECT array_agg(error_type) FROM failure_report) AS reports, (SELECT array_agg(endpoints)
        FROM topic_failover) AS failover`;
    expect((await store.console.query(people)).rows).toEqual([
      {
        ...{ operators: ['bo@example.com'], tokens: ['ci'], keys: ['shop'], audit: true },
        ...{ reports: ['TimeoutError'], failover: ['10.0.0.7:8081'] },
      },
    ]);
  },
);

test('there is a snapshot of an earlier version, made by fewer migrations than there are now', () => {
  const last = thisProgram().migrations.at(-1)?.name ?? '';
  expect(readSnapshots().filter(({ lastMigration }) => lastMigration < last)).not.toEqual([]);
});
