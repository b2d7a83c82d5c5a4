/**
 * One broker to measure by hand: `node --import tsx bench/target.ts redrive|rocketmq-sync|rocketmq-async`. Prints its
 * port when topic "bench" (4 queues) and group "bench" are there, its cost for each line of
 * input, and ends with its input:
 *
 *     $(node bench/load/build.mjs) send -endpoint 127.0.0.1:<port> -callers 64
 */
import { createInterface } from 'node:readline';

import { startRedrive } from './targets/redrive';
import { startRocketmq } from './targets/rocketmq';
import type { Target } from './targets/target';

const TARGETS: Readonly<Record<string, () => Promise<Target>>> = {
  redrive: startRedrive,
  'rocketmq-sync': () => startRocketmq('SYNC_FLUSH'),
  'rocketmq-async': () => startRocketmq('ASYNC_FLUSH'),
};

const start = TARGETS[process.argv[2] ?? ''];
if (start === undefined) throw new Error(`Say which: ${Object.keys(TARGETS).join(', ')}`);
const target = await start();
await target.createTopic('bench', 'NORMAL', 4);
await target.createGroup('bench', {});
process.stdout.write(`${target.port}\n`);
for await (const _ of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(target.cost())}\n`);
await target.close();
