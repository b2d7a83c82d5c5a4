// @module-tag landing
// The programs of the page "Connect": each is written to disk as shown and run with the official client.
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { type LanguageName, LANGUAGES } from '../../components/topics/programs';
import { type Program, SECRET_VARIABLE } from '../../components/topics/programs/program';
import { createAccessKey } from '../../lib/broker';
import { MESSAGE_TYPES } from '../../lib/model/topic/topic';
import { launchProgram } from '../../lib/testing/launched-process';
import { buildJava, SHORT_LIVED } from '../java/support/build';
import { buildSdk } from '../sdks/support/builds';
import { EVERYTHING } from './support/access-stage';
import { type ProtocolBroker, startBroker, TESTER } from './support/broker';
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

/** How a file of a language is run here, or why it is not. */
const RUNNERS: Record<
  LanguageName,
  () => Promise<((file: string) => readonly string[]) | { readonly missing: string }>
> = {
  node: () => {
    symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
    return Promise.resolve((file) => [process.execPath, file]);
  },
  java: async () => {
    const build = await buildJava('java');
    if ('missing' in build) return build;
    return (file) => ['java', ...SHORT_LIVED, `-Duser.home=${folder}`, '-cp', build.classpath, file];
  },
  go: async () => {
    const build = await buildSdk('go');
    if ('missing' in build) return build;
    // Versions as tested, in place of the newest ones.
    for (const name of ['go.mod', 'go.sum']) cpSync(join('e2e', 'go', name), join(folder, name));
    // What `go run` does, in a process that takes the signal itself.
    return (file) => {
      const name = dirname(file);
      return ['sh', '-c', `go build -buildvcs=false -mod=mod -o run-${name} ./${name} && exec ./run-${name}`];
    };
  },
  python: async () => {
    const build = await buildSdk('python');
    if ('missing' in build) return build;
    const [command = ''] = build.command;
    return (file) => [command, file];
  },
};

test.each(Object.entries(LANGUAGES).map(([name, language]) => [name as LanguageName, language] as const))(
  '%s: producers of every message type send, and the consumer commits',
  { timeout: BUILDS_MS + RUNS_MS },
  async (name, { producer, consumer }) => {
    const runner = await RUNNERS[name]();
    if ('missing' in runner) {
      process.stdout.write(`SKIPPED: the programs in ${name}, because ${runner.missing}\n`);
      return;
    }
    const env = { HOME: name === 'go' ? (process.env['HOME'] ?? '') : folder, [SECRET_VARIABLE]: key.secret };
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
