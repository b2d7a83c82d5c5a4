import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect } from 'vitest';

import { createAccessKey, createGroup, createTopic } from '../../../lib/broker';
import type { MessageType } from '../../../lib/model/topic/topic';
import type { Block } from '../../../lib/testing/docs/blocks';
import { launchProgram } from '../../../lib/testing/launched-process';
import { EVERYTHING } from './access-stage';
import { type ProtocolBroker, startBroker, TESTER } from './broker';
import { storedBodies } from './limits';
import { until } from './wait';

const TOPICS: Readonly<Record<string, MessageType>> = {
  ...{ orders: 'NORMAL', ledger: 'FIFO', reminders: 'DELAY', payments: 'TRANSACTION' },
};
const GROUPS = ['orders-billing', 'orders-archive'];
/** On a machine that is busy with others: a JVM or a Go build takes its time. */
const DONE_MS = 120_000;

export interface Documented {
  /** A folder with nothing in it but the block, as a file of this name. */
  place(block: Block, name: string, modules?: string): { readonly folder: string; readonly file: string };
  /** Runs it until it did what it says, and ends it. Resolves to the topics that have a message of it. */
  run(command: readonly string[], folder: string, block: Block): Promise<readonly string[]>;
}

/** A broker with the topics and groups of the documents, for programs that are run as printed. */
export function openDocumented(): Documented {
  let broker: ProtocolBroker;
  let key: { readonly id: string; readonly secret: string };
  const folders: string[] = [];
  beforeAll(async () => {
    broker = await startBroker();
    const { ctx } = broker;
    for (const [name, messageType] of Object.entries(TOPICS))
      await createTopic(ctx, { name, messageType, queues: 4, actor: TESTER });
    for (const name of GROUPS) await createGroup(ctx, { name, actor: TESTER });
    const made = await createAccessKey(ctx, { name: 'documents', rules: EVERYTHING, actor: TESTER });
    key = { id: made.key.accessKeyId, secret: made.secret };
  });
  afterAll(async () => {
    await broker.close();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    expect(broker.errors).toEqual([]);
  });

  /** The text as printed, but for the address and the key, which are others here. */
  const asHere = ({ text }: Block): string =>
    text
      .replaceAll(/127\.0\.0\.1:8081|mq\.example:8081/g, `127.0.0.1:${broker.port}`)
      .replace("'RD…'", `'${key.id}'`)
      .replace('"RD…"', `"${key.id}"`)
      .replace("'…'", `'${key.secret}'`)
      .replace('"…"', `"${key.secret}"`);

  const countAll = async (topics: readonly string[]): Promise<number[]> =>
    await Promise.all(topics.map(async (topic) => (await storedBodies(broker, topic)).length));

  return {
    place: (block, name, modules) => {
      const folder = mkdtempSync(join(tmpdir(), 'redrive-documented-'));
      folders.push(folder);
      if (modules !== undefined) symlinkSync(modules, join(folder, 'node_modules'));
      const file = join(folder, name);
      writeFileSync(file, asHere(block));
      return { folder, file };
    },
    run: async (command, folder, block) => {
      const sendsTo = Object.keys(TOPICS).filter((topic) => new RegExp(`["']${topic}["']`).test(block.text));
      const before = await countAll(sendsTo);
      const launched = launchProgram(command, { HOME: folder }, folder);
      let ended: number | null | undefined;
      void launched.waitForExit().then(({ code }) => (ended = code ?? -1));
      const hasSent = async (): Promise<boolean> =>
        (await countAll(sendsTo)).every((count, index) => count > (before[index] ?? 0));
      const consumes = block.text.includes('billed');
      try {
        await until(
          `what ${block.file} does`,
          async () => {
            if (ended !== undefined && ended !== 0) throw new Error(`it ended with ${ended}: ${launched.output()}`);
            return (await hasSent()) && (!consumes || launched.output().includes('billed'));
          },
          DONE_MS,
        ).catch((error: unknown) => {
          throw new Error(`${String(error)}\n${launched.output()}`, { cause: error });
        });
        const after = await countAll(sendsTo);
        return sendsTo.filter((_, index) => (after[index] ?? 0) > (before[index] ?? 0));
      } finally {
        launched.child.kill('SIGKILL');
        await launched.waitForExit();
      }
    },
  };
}
