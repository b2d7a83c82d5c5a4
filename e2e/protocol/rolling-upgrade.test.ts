// @module-tag long
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { VERSION } from '../../lib/model/version';
import { findFreePort } from '../../lib/runtime/postgres/free-port';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../lib/runtime/postgres/start';
import { INVARIANTS } from '../../lib/testing/invariants';
import { launch, type LaunchedProcess } from '../../lib/testing/launched-process';
import { commitOfRelease, type ReleasedProgram, takeReleasedProgram } from '../../lib/testing/released-program';
import { messagesOf, RawClient, rawMessage } from './support/raw-client';
import { ackRequest, receiveRequest } from './support/raw-requests';
import { UpgradeLoad } from './support/upgrade-load';

/** Releases that a node of this version may take over from while they work. */
const RELEASES = ['0.2.0', '0.3.0'].map((version) => ({ version, commit: commitOfRelease(version) }));
const PLACE = { topic: 'orders', group: 'billing', ordered: false };
const ORDERED = { topic: 'ledger', group: 'books', ordered: true };

interface Status {
  readonly status: { readonly code: number };
}
interface Acked extends Status {
  readonly entries?: readonly Status[];
}
const OK = 20_000;

describe.each(RELEASES)(`a node of $version and one of ${VERSION} on one database`, (last) => {
  const refusal =
    `This database belongs to Redrive ${VERSION}, and this is Redrive ${last.version}: a downgrade is not possible; ` +
    `start Redrive ${VERSION} or newer on it, or restore a backup made before the upgrade.`;
  let released: ReleasedProgram;
  let directory: string;
  let server: EmbeddedPostgres;
  let ports: [number, number];
  const nodes: LaunchedProcess[] = [];
  const settingsOf = (port: number) => ({
    ...{ DATABASE_URL: server.url, REDRIVE_GRPC_PORT: String(port), REDRIVE_METRICS_PORT: '0' },
    ...{ REDRIVE_BROKERS: '1', REDRIVE_LOG_LEVEL: 'error', NODE_ENV: 'production' },
  });
  const start = async (script: string, port: number, at?: string): Promise<LaunchedProcess> => {
    const node = launch(script, settingsOf(port), [], at);
    nodes.push(node);
    await node.waitFor('Broker ready');
    return node;
  };
  beforeAll(async () => {
    released = takeReleasedProgram(last.version, last.commit ?? '');
    directory = mkdtempSync(join(tmpdir(), 'redrive-rolling-'));
    server = await startEmbeddedPostgres({ dataDirectory: directory });
    ports = [await findFreePort('127.0.0.1'), await findFreePort('127.0.0.1')];
  }, 120_000);
  afterAll(async () => {
    for (const { child } of nodes) child.kill('SIGKILL');
    await Promise.all(nodes.map((node) => node.waitForExit()));
    await server.release();
    rmSync(directory, { recursive: true, force: true });
    released.remove();
  });

  /** Held over the upgrade: acknowledged at the new node with the handle that the old one gave. */
  const holdOne = async (port: number): Promise<string> => {
    const client = new RawClient(port);
    const kept = await client.call<Status>('SendMessage', {
      messages: [rawMessage(PLACE.topic, { messageId: 'held' })],
    });
    expect(kept.status).toMatchObject({ code: OK });
    const request = receiveRequest(PLACE, { invisibleDuration: { seconds: 3600 }, batchSize: 1 });
    const [held] = messagesOf(await client.receive(request));
    expect(held?.systemProperties?.messageId).toBe('held');
    client.close();
    return held?.systemProperties?.receiptHandle ?? '';
  };

  test.skipIf(last.commit === null)(
    'the new one migrates while clients use both: nothing is lost or stuck, the old one makes way',
    async () => {
      const [oldPort, newPort] = ports;
      const old = await start(released.startScript, oldPort, released.directory);
      for (const place of [PLACE, ORDERED]) {
        const making = launch(released.makeScript, settingsOf(oldPort), [JSON.stringify(place)], released.directory);
        await making.waitFor('made');
      }
      const handle = await holdOne(oldPort);
      const plain = new UpgradeLoad({ ports, place: PLACE, keys: 0, failEvery: 5 });
      const ordered = new UpgradeLoad({ ports, place: ORDERED, keys: 8, failEvery: 7 });
      const loads = [plain, ordered];
      for (const load of loads) load.start();
      const enough = (before: readonly number[]): Promise<void> =>
        expect
          .poll(
            () =>
              loads.every(({ acked, failed }, of) => Math.min(acked.size / 3, failed.size) > (before[of] ?? 0) + 10),
            {
              timeout: 120_000,
            },
          )
          .toBe(true);
      await enough([0, 0]);

      await start('lib/cli/broker.mjs', newPort);
      await old.waitFor(refusal);
      await enough(loads.map(({ acked, failed }) => Math.min(acked.size / 3, failed.size)));
      for (const load of loads) load.stopSending();
      await expect.poll(() => loads.flatMap((load) => load.open()), { timeout: 120_000, interval: 500 }).toEqual([]);
      for (const load of loads) await load.stop();
      for (const { broken, failed, attempts } of loads) {
        expect(broken).toEqual([]);
        // What failed came again, counted.
        expect([...failed].filter((id) => !(attempts.get(id) ?? []).some((attempt) => attempt > 1))).toEqual([]);
      }

      const upgraded = new RawClient(newPort);
      const answer = await upgraded.call<Acked>('AckMessage', ackRequest(PLACE, [handle]));
      expect(answer.entries?.[0]?.status.code).toBe(OK);
      for (const place of [PLACE, ORDERED])
        expect(messagesOf(await upgraded.receive(receiveRequest(place)))).toEqual([]);
      upgraded.close();
      expect(await leftIn(server.url)).toEqual({ retries: 0, keys: 0, leased: 0, dead: 0, broken: [] });

      // A downgrade is refused, in one sentence.
      const again = launch(released.startScript, settingsOf(await findFreePort('127.0.0.1')), [], released.directory);
      expect((await again.waitForExit()).code).toBe(1);
      expect(again.output().trim()).toBe(refusal);
    },
    600_000,
  );
});

/** What is under way in a database, and which invariants it breaks. */
async function leftIn(url: string): Promise<unknown> {
  const db = new Client({ connectionString: url });
  await db.connect();
  try {
    const { rows } = await db.query<Record<string, number>>(
      `SELECT (SELECT count(*)::int FROM retry) AS retries, (SELECT count(*)::int FROM fifo_group) AS keys,
         (SELECT count(*)::int FROM lease WHERE live) AS leased, (SELECT count(*)::int FROM dead_letter) AS dead`,
    );
    const broken: string[] = [];
    for (const [name, query] of INVARIANTS) if ((await db.query(query)).rows.length > 0) broken.push(name);
    return { ...rows[0], broken };
  } finally {
    await db.end();
  }
}
