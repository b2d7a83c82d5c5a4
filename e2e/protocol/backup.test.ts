// @module-tag long
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { type BrokerContext, createBrokerContext, createGroup, createTopic } from '../../lib/broker';
import { findFreePort } from '../../lib/runtime/postgres/free-port';
import { createStore, type Store } from '../../lib/store/client';
import { launch, type LaunchedProcess } from '../../lib/testing/launched-process';
import { findPostgresTools, OutsidePostgres } from '../../lib/testing/outside-postgres';
import { TESTER } from './support/broker';
import { messagesOf, RawClient, rawMessage, statusOf } from './support/raw-client';
import { ackRequest, receiveRequest } from './support/raw-requests';

const PLACE = { topic: 'orders', group: 'billing' };
const tools = findPostgresTools();

describe.skipIf(tools === null)('a backup of a running product', () => {
  let outside: OutsidePostgres;
  let sourceUrl: string;
  let node: Node;
  const closing: (() => Promise<unknown> | void)[] = [];
  beforeAll(async () => {
    outside = OutsidePostgres.create(tools ?? '');
    await outside.initialize('source');
    const archive = outside.makeFolder('archive');
    sourceUrl = await outside.start('source', {
      ...{ wal_level: 'replica', archive_mode: 'on', archive_command: `cp %p ${archive}/%f` },
      archive_timeout: '1s',
    });
    node = await startNode(sourceUrl);
    await withBroker(sourceUrl, async (ctx) => {
      await createTopic(ctx, { name: PLACE.topic, messageType: 'NORMAL', queues: 1, actor: TESTER });
      await createGroup(ctx, { name: PLACE.group, actor: TESTER });
    });
  });
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  });
  afterAll(async () => {
    await node.stop();
    await outside.close();
  });

  const send = (client: RawClient, ids: readonly string[]) =>
    client.call('SendMessage', { messages: ids.map((messageId) => rawMessage(PLACE.topic, { messageId })) });
  const receive = async (client: RawClient, batchSize = 32) =>
    messagesOf(await client.receive(receiveRequest(PLACE, { batchSize }))).map(({ systemProperties }) => ({
      id: systemProperties?.messageId ?? '',
      attempt: systemProperties?.deliveryAttempt ?? 0,
      handle: systemProperties?.receiptHandle ?? '',
    }));
  /** What comes within so many seconds, each acknowledged: ids with their attempts. */
  const consume = async (client: RawClient, seconds: number): Promise<string[]> => {
    const seen: string[] = [];
    for (const endMs = performance.now() + seconds * 1000; performance.now() < endMs;) {
      const batch = await receive(client);
      seen.push(...batch.map(({ id, attempt }) => `${id} ${attempt}`));
      if (batch.length > 0) {
        const handles = batch.map(({ handle }) => handle);
        await client.call('AckMessage', ackRequest(PLACE, handles));
      }
    }
    return seen.toSorted();
  };
  const settle = async (url: string): Promise<string> => {
    const settling = launch('node_modules/tsx/dist/cli.mjs', { DATABASE_URL: url, ...SETTLE }, [
      'lib/runtime/settle-restore.ts',
    ]);
    expect(await settling.waitForExit()).toEqual({ code: 0, signal: null });
    return settling.output();
  };
  const serve = async (url: string): Promise<RawClient> => {
    const restored = await startNode(url);
    closing.push(() => restored.stop());
    return restored.client;
  };
  const auditIsWhole = async (url: string): Promise<void> => {
    const checking = launch('node_modules/tsx/dist/cli.mjs', { DATABASE_URL: url }, ['lib/runtime/verify-audit.ts']);
    expect(await checking.waitForExit(), checking.output()).toEqual({ code: 0, signal: null });
  };

  test('pg_dump while it runs, pg_restore into a new server: work goes on, old handles are refused', async () => {
    await send(node.client, ['acked', 'in-flight', 'waiting']);
    const [first, held] = [await receive(node.client, 1), await receive(node.client, 1)];
    const handlesOf = (batch: readonly { readonly handle: string }[]) => batch.map(({ handle }) => handle);
    await node.client.call('AckMessage', ackRequest(PLACE, handlesOf(first)));
    expect([first[0]?.id, held[0]?.id]).toEqual(['acked', 'in-flight']);
    await outside.run('pg_dump', ['--format=custom', `--file=${outside.path('redrive.dump')}`, sourceUrl]);

    // The time that is lost.
    await node.client.call('AckMessage', ackRequest(PLACE, handlesOf(held)));
    await send(node.client, ['lost']);
    const later = await receive(node.client);
    expect(later.map(({ id }) => id)).toEqual(['waiting', 'lost']);

    await outside.initialize('restored');
    const url = await outside.start('restored');
    closing.push(() => outside.stop('restored'));
    await outside.run('pg_restore', ['--no-owner', '--exit-on-error', `--dbname=${url}`, outside.path('redrive.dump')]);
    expect(await settle(url)).toContain('Receipt handles of before are refused');
    const client = await serve(url);
    for (const { handle } of [...held, ...later]) {
      const { entries = [] } = (await client.call('AckMessage', ackRequest(PLACE, [handle]))) as {
        entries?: { status?: { code?: number } }[];
      };
      expect(entries[0]?.status?.code).toBe(40_013);
    }
    expect(await consume(client, 14)).toEqual(['in-flight 2', 'waiting 1']);
    await auditIsWhole(url);
    // Producers go on.
    await send(client, ['new']);
    expect(await consume(client, 3)).toEqual(['new 1']);
  }, 180_000);

  test('a base backup and the archived log restore any moment since: what came later is not there', async () => {
    await consume(node.client, 1);
    await outside.run('pg_basebackup', [
      '-D',
      outside.path('moment'),
      '-d',
      sourceUrl,
      '--checkpoint=fast',
      '-X',
      'none',
    ]);
    await send(node.client, ['after-backup']);
    await sleep(1_100);
    const { rows } = await queryOf(sourceUrl, 'SELECT clock_timestamp()::text AS at');
    const moment = String(rows[0]?.['at']);
    await sleep(1_100);
    await send(node.client, ['too-late']);
    await queryOf(sourceUrl, 'SELECT pg_switch_wal()');
    await expect
      .poll(
        async () => (await queryOf(sourceUrl, 'SELECT last_archived_wal AS w FROM pg_stat_archiver')).rows[0]?.['w'],
      )
      .toBeTruthy();
    await sleep(2_000);
    await outside.touch('moment/recovery.signal');
    const url = await outside.start('moment', {
      restore_command: `cp ${outside.path('archive')}/%f %p`,
      ...{ recovery_target_time: moment, recovery_target_action: 'promote', archive_mode: 'off' },
    });
    closing.push(() => outside.stop('moment'));
    await expect
      .poll(async () => (await queryOf(url, 'SELECT pg_is_in_recovery() AS r')).rows[0]?.['r'], { timeout: 30_000 })
      .toBe(false);
    await settle(url);
    const client = await serve(url);
    const seen = await consume(client, 4);
    expect(seen).toContain('after-backup 1');
    expect(seen.filter((line) => line.startsWith('too-late'))).toEqual([]);
    await auditIsWhole(url);
    expect(statusOf(await client.receive(receiveRequest(PLACE)))).toBeDefined();
  }, 180_000);
});

const SETTLE = { REDRIVE_LOG_LEVEL: 'error' };

interface Node {
  readonly client: RawClient;
  stop(): Promise<void>;
}

async function startNode(databaseUrl: string): Promise<Node> {
  const port = await findFreePort('127.0.0.1');
  const node: LaunchedProcess = launch('lib/cli/broker.mjs', {
    ...{ DATABASE_URL: databaseUrl, REDRIVE_GRPC_PORT: String(port), REDRIVE_METRICS_PORT: '0' },
    ...{ REDRIVE_BROKERS: '1', REDRIVE_LOG_LEVEL: 'error' },
  });
  await node.waitFor('Broker ready');
  const client = new RawClient(port);
  return {
    client,
    stop: async () => {
      client.close();
      node.child.kill('SIGTERM');
      expect(await node.waitForExit()).toEqual({ code: 0, signal: null });
    },
  };
}

async function queryOf(url: string, text: string): Promise<pg.QueryResult<Record<string, unknown>>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return await client.query<Record<string, unknown>>(text).finally(() => client.end());
}

async function withBroker(databaseUrl: string, work: (ctx: BrokerContext) => Promise<void>): Promise<void> {
  const store: Store = createStore({ databaseUrl, brokerPoolMax: 1, consolePoolMax: 2 });
  const silent = (): void => undefined;
  const log = { debug: silent, info: silent, warn: silent, error: silent };
  try {
    await work(await createBrokerContext({ store, log, metrics: { count: silent, observe: silent } }));
  } finally {
    await store.close();
  }
}
