// @module-tag landing
// The programs of the page "Connect": each is written to disk as shown and run with the official client.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { type LanguageName, LANGUAGES } from '../../lib/model/programs';
import { type Program, SECRET_VARIABLE } from '../../lib/model/programs/program';
import { createAccessKey } from '../../lib/broker';
import { MESSAGE_TYPES } from '../../lib/model/topic/topic';
import { launchProgram } from '../../lib/testing/launched-process';
import { EVERYTHING } from './support/access-stage';
import { type ProtocolBroker, startBroker, TESTER } from './support/broker';
import { TOOLS_HOME } from '../sdks/support/builds';
import { languageRunners } from './support/language-runners';
import { until } from './support/wait';

const RUNS_MS = 120_000;
/** The first run on a machine fetches and compiles the clients. */
const BUILDS_MS = 600_000;

let broker: ProtocolBroker;
let key: { readonly id: string; readonly secret: string };
const folder = mkdtempSync(join(tmpdir(), 'redrive-connect-'));
beforeAll(async () => {
  broker = await startBroker({ requireAccessKeys: true });
  const made = await createAccessKey(broker.ctx, { name: 'programs', rules: EVERYTHING, actor: TESTER });
  key = { id: made.key.accessKeyId, secret: made.secret };
});
afterAll(async () => {
  await broker.close();
  rmSync(folder, { recursive: true, force: true });
  expect(broker.errors).toEqual([]);
});

const runners = languageRunners(folder);

test.each(Object.entries(LANGUAGES).map(([name, language]) => [name as LanguageName, language] as const))(
  '%s: producers of every message type send, and the consumer commits',
  { timeout: BUILDS_MS + RUNS_MS },
  async (name, { producer, consumer }) => {
    const runner = await runners[name]();
    if ('missing' in runner) {
      process.stdout.write(`SKIPPED: the programs in ${name}, because ${runner.missing}\n`);
      return;
    }
    const env = { HOME: name === 'go' ? TOOLS_HOME : folder, [SECRET_VARIABLE]: key.secret };
    const start = ({ file, text }: Program) => {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
      return launchProgram(runner(file), env, folder);
    };
    const place = { endpoint: `127.0.0.1:${broker.port}`, accessKeyId: key.id, tlsOnly: false };
    const group = await broker.group();
    for (const type of MESSAGE_TYPES) {
      const facts = { ...place, type, topic: await broker.topic(type), group };
      const sent = start(producer(facts));
      const { code } = await sent.waitForExit();
      expect({ code, output: sent.output() }).toMatchObject({ code: 0, output: expect.stringMatching(/^sent \S+/m) });
      if (type !== 'NORMAL') continue;
      const receiving = start(consumer(facts));
      try {
        await until('the message', () => /^received \S+ \{"invoice": ?1\}/m.test(receiving.output()), RUNS_MS).catch(
          (error: unknown) => {
            throw new Error(receiving.output(), { cause: error });
          },
        );
      } finally {
        process.kill(receiving.child.pid ?? 0, 'SIGINT');
        setTimeout(() => receiving.child.kill('SIGKILL'), 3_000).unref();
        await receiving.waitForExit();
      }
    }
  },
);
