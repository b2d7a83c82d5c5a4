// @module-tag long
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { VERSION } from '../../lib/model/version';
import { findFreePort } from '../../lib/runtime/postgres/free-port';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../lib/runtime/postgres/start';
import { launch, type LaunchedProcess } from '../../lib/testing/launched-process';
import { commitOfRelease, type ReleasedProgram, takeReleasedProgram } from '../../lib/testing/released-program';
import { messagesOf, RawClient, rawMessage } from './support/raw-client';
import { ackRequest, receiveRequest } from './support/raw-requests';

const LAST = '0.2.0';
const PLACE = { topic: 'orders', group: 'billing' };
const CALL = { deadline: 0 };
const CALL_MS = 8_000;
const REFUSAL =
  `This database belongs to Redrive ${VERSION}, and this is Redrive ${LAST}: a downgrade is not possible; ` +
  `start Redrive ${VERSION} or newer on it, or restore a backup made before the upgrade.`;

const commit = commitOfRelease(LAST);

interface Status {
  readonly status: { readonly code: number };
}
interface Acked extends Status {
  readonly entries?: readonly Status[];
}
const OK = 20_000;

/** Calls one node, and the other when it does not answer, as SDKs do with several endpoints. */
class EitherNode {
  readonly #clients = new Map<number, RawClient>();
  #turn = 0;

  constructor(private readonly ports: readonly number[]) {}

  async call<Answer>(work: (client: RawClient) => Promise<Answer>): Promise<Answer | null> {
    this.#turn += 1;
    const port = this.ports[this.#turn % this.ports.length] ?? 0;
    const client = this.#clients.get(port) ?? new RawClient(port);
    this.#clients.set(port, client);
    try {
      return await work(client);
    } catch {
      client.close();
      this.#clients.delete(port);
      await sleep(20);
      return null;
    }
  }

  close(): void {
    for (const client of this.#clients.values()) client.close();
  }
}

describe.skipIf(commit === null)(`a node of ${LAST} and one of ${VERSION} on one database`, () => {
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
    released = takeReleasedProgram(LAST, commit ?? '');
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

  test('the new one migrates while clients use both: nothing is lost, the old one makes way', async () => {
    const [oldPort, newPort] = ports;
    const old = await start(released.startScript, oldPort, released.directory);
    const making = launch(released.makeScript, settingsOf(oldPort), [JSON.stringify(PLACE)], released.directory);
    await making.waitFor('made');
    const both = [new EitherNode(ports), new EitherNode(ports)] as const;
    const deadline = () => ({ ...CALL, deadline: Date.now() + CALL_MS });

    const handle = await holdOne(oldPort);
    const accepted = new Set<string>();
    const delivered = new Set<string>();
    const acked = new Set<string>();
    /** Delivered again although an acknowledgement was answered with OK before it was handed out. */
    const broken: string[] = [];
    let sending = true;
    let n = 0;
    const send = async (): Promise<void> => {
      while (sending) {
        n += 1;
        const messageId = `message-${n}`;
        const sent = await both[0].call((client) =>
          client.call<Status>('SendMessage', { messages: [rawMessage(PLACE.topic, { messageId })] }, deadline()),
        );
        if (sent?.status.code === OK) accepted.add(messageId);
        await sleep(5);
      }
    };
    let consuming = true;
    const consume = async (): Promise<void> => {
      while (consuming) {
        const done = new Set(acked);
        const answers = await both[1].call((client) =>
          client.receive(receiveRequest(PLACE, { longPollingTimeout: { seconds: 1 } }), deadline()),
        );
        const batch = messagesOf(answers ?? []);
        for (const { systemProperties } of batch) {
          const id = systemProperties?.messageId ?? '';
          delivered.add(id);
          if (done.has(id)) broken.push(id);
        }
        for (const { systemProperties } of batch) {
          const handles = [systemProperties?.receiptHandle ?? ''];
          // An answer that is lost says nothing: it is sent once more, as SDKs do.
          let answer: Acked | null = null;
          for (let tries = 0; answer === null && tries < 10; tries += 1)
            answer = await both[1].call((client) =>
              client.call<Acked>('AckMessage', ackRequest(PLACE, handles), deadline()),
            );
          if (answer?.entries?.[0]?.status.code === OK) acked.add(systemProperties?.messageId ?? '');
        }
      }
    };
    const working = [send(), consume(), consume()];
    await expect.poll(() => acked.size, { timeout: 120_000 }).toBeGreaterThan(30);
    const before = accepted.size;

    await start('lib/cli/broker.mjs', newPort);
    await old.waitFor(REFUSAL);
    await expect.poll(() => accepted.size, { timeout: 120_000 }).toBeGreaterThan(before + 30);
    sending = false;
    await expect
      .poll(() => [...accepted].filter((id) => !acked.has(id)), { timeout: 120_000, interval: 500 })
      .toEqual([]);
    consuming = false;
    await Promise.all(working);
    expect([...accepted].filter((id) => !delivered.has(id))).toEqual([]);
    expect(broken).toEqual([]);

    const upgraded = new RawClient(newPort);
    const answer = await upgraded.call<Acked>('AckMessage', ackRequest(PLACE, [handle]));
    expect(answer.entries?.[0]?.status.code).toBe(OK);
    expect(messagesOf(await upgraded.receive(receiveRequest(PLACE)))).toEqual([]);
    upgraded.close();
    for (const each of both) each.close();

    // A downgrade is refused, in one sentence.
    const again = launch(released.startScript, settingsOf(await findFreePort('127.0.0.1')), [], released.directory);
    expect((await again.waitForExit()).code).toBe(1);
    expect(again.output().trim()).toBe(REFUSAL);
  }, 600_000);
});
