import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { createGroup, createTopic } from '../../lib/broker';
import { systemActor } from '../../lib/model/audit/actor';
import type { Bench } from '../bench';
import type { Samples } from '../samples';
import type { RowPlan, Scenario } from '../scenario';
import { startConsole } from '../targets/console';

interface Size {
  readonly groups: number;
  readonly topics: number;
  readonly polls: number;
  /** Processor time of all processes, ms/s. */
  readonly goalMsPerS: number;
}

const SIZES: readonly Size[] = [
  { groups: 10, topics: 10, polls: 10, goalMsPerS: 10 },
  { groups: 2000, topics: 500, polls: 1000, goalMsPerS: 50 },
];
/** The clients connect, and what their connecting costs ends. */
const SETTLE_SECONDS = 30;
const MEASURED_SECONDS = 20;
const QUEUES = 4;
const actor = systemActor('bench');

const sideOf = ({ groups }: Size): string => `idle, ${groups} groups`;

function rowsOf(size: Size): RowPlan[] {
  const work = `idle long polls: ${size.groups} groups, ${size.topics} topics, ${size.polls} polls`;
  const row = { redrive: sideOf(size), better: 'lower', goal: null, against: null } as const;
  return [
    { ...row, work: `${work}: transactions`, figure: 'transactions', unit: '/s' },
    {
      ...row,
      work: `${work}: processor time of all processes`,
      figure: 'cpuMsPerS',
      unit: 'ms/s',
      against: { limit: size.goalMsPerS },
      goal: 1,
    },
  ];
}

/** What clients cost that wait for messages while none comes, through the port of the clients, with console and database. */
export const idle: Scenario = {
  name: 'Idle long polls',
  rows: SIZES.flatMap(rowsOf),
  measure: async (bench, samples) => {
    await promisify(execFile)(process.execPath, [join('lib', 'cli', 'prepare.mjs')]);
    for (const size of SIZES) await measureIdle(bench, samples, size);
  },
};

async function measureIdle(bench: Bench, samples: Samples, size: Size): Promise<void> {
  const target = await startConsole();
  try {
    const { groups, topics, polls: callers } = size;
    for (let n = 0; n < topics; n += 1)
      await createTopic(target.ctx, { name: `idle-${n}`, messageType: 'NORMAL', queues: QUEUES, actor });
    for (let n = 0; n < groups; n += 1) await createGroup(target.ctx, { name: `idle-${n}`, actor });
    const names = { topic: 'idle', group: 'idle', groups, topics };
    const seconds = SETTLE_SECONDS + MEASURED_SECONDS + 1;
    const load = bench.load(target.port, 'idle', {
      ...names,
      callers,
      connections: 50,
      poll: '20s',
      seconds,
      warmup: 0,
    });
    await sleep(SETTLE_SECONDS * 1000);
    const startedAt = performance.now();
    const [before, cpuBefore] = [await target.transactions(), target.cost().cpuMs];
    await sleep(MEASURED_SECONDS * 1000);
    const cpuMs = target.cost().cpuMs - cpuBefore;
    const transactions = (await target.transactions()) - before;
    const measured = (performance.now() - startedAt) / 1000;
    samples.add(sideOf(size), { transactions: transactions / measured, cpuMsPerS: cpuMs / measured });
    const { count, errors } = await load;
    if (count === 0 || errors > callers / 100) throw new Error(`${count} polls ended, ${errors} failed`);
  } finally {
    await target.close();
  }
}
