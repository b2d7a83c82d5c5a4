import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { buildJava } from '../../e2e/java/support/build';
import { ASYNC, BROKERS, REDRIVE, SYNC } from '../bench';
import { sideIn } from '../samples';
import type { RowPlan, Scenario } from '../scenario';

const SDKS = ['Node', 'Java'] as const;
type Sdk = (typeof SDKS)[number];
const CALLERS = 64;
/** Sending and consuming share the time of a round. */
const SHARE = 0.7;
/** Where the SDKs write their logs. */
const HOME = join(tmpdir(), 'redrive-sdk-logs');

interface Figures {
  readonly sendPerSecond: number;
  readonly consumePerSecond: number;
  readonly complete: boolean;
}

const plan = (sdk: Sdk, figure: keyof Figures, label: string, peer: string): RowPlan => ({
  work: `official ${sdk} SDK: ${label}`,
  figure,
  unit: '/s',
  better: 'higher',
  redrive: sideIn(REDRIVE, sdk),
  against: sideIn(peer, sdk),
  goal: 1,
});

export const sdks: Scenario = {
  name: 'Official SDKs',
  rows: SDKS.flatMap((sdk) =>
    [SYNC, ASYNC].flatMap((peer) => [
      plan(sdk, 'sendPerSecond', `send, ${CALLERS} callers`, peer),
      plan(sdk, 'consumePerSecond', 'push consumer', peer),
    ]),
  ),
  sharesBrokers: true,
  measure: async (bench, samples) => {
    const targets = await bench.targets(BROKERS, samples);
    const java = await buildJava('java');
    if ('missing' in java) for (const broker of BROKERS) samples.miss(sideIn(broker, 'Java'), java.missing);
    const commands: Record<Sdk, readonly string[] | null> = {
      Node: [process.execPath, join('bench', 'sdk', 'node-load.mjs')],
      Java: 'missing' in java ? null : ['java', `-Duser.home=${HOME}`, '-cp', java.classpath, 'redrive.Load'],
    };
    for (let round = 0; round < bench.options.rounds; round += 1)
      for (const sdk of SDKS)
        for (const [name, target] of targets) {
          const command = commands[sdk];
          if (command === null) continue;
          const names = { topic: bench.fresh('sdk'), group: bench.fresh('sdk') };
          await target.createTopic(names.topic, 'NORMAL', 4);
          await target.createGroup(names.group, {});
          const seconds = bench.options.seconds * SHARE;
          const figures = await run(command, target.port, names, seconds);
          if (!figures.complete) throw new Error(`${sdk} with ${name}: not all that was sent came`);
          const { sendPerSecond, consumePerSecond } = figures;
          samples.add(sideIn(name, sdk), { sendPerSecond, consumePerSecond });
        }
  },
};

async function run(
  [program = '', ...args]: readonly string[],
  port: number,
  { topic, group }: { readonly topic: string; readonly group: string },
  seconds: number,
): Promise<Figures> {
  const { stdout } = await promisify(execFile)(
    program,
    [...args, `127.0.0.1:${port}`, topic, group, String(CALLERS), String(seconds)],
    { env: { ...process.env, HOME } },
  );
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Figures;
}
