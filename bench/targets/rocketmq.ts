import { buildJava } from '../../e2e/java/support/build';
import { startRealBroker } from '../../e2e/rocketmq/support/real-broker';
import { costOf } from './processes';
import type { Target } from './target';

export type Flush = 'SYNC_FLUSH' | 'ASYNC_FLUSH';

/** As its own start script sets them, with a quarter of the heap: the machine of a bench is small. */
const MEMORY = [
  '-server',
  '-Xms2g',
  '-Xmx2g',
  '-XX:MaxDirectMemorySize=2g',
  '-XX:+UseG1GC',
  '-XX:G1HeapRegionSize=16m',
  '-XX:G1ReservePercent=25',
  '-XX:InitiatingHeapOccupancyPercent=30',
];
/** What the tests make small for themselves, at its defaults again. */
const DEFAULTS = {
  mappedFileSizeCommitLog: 1024 * 1024 * 1024,
  mappedFileSizeConsumeQueue: 300_000 * 20,
  mappedFileSizeTimerLog: 100 * 1024 * 1024,
};

/** Apache RocketMQ with its proxy in local mode: one node, in one JVM. */
export async function startRocketmq(flush: Flush): Promise<Target> {
  const build = await buildJava('rocketmq/server');
  if ('missing' in build) throw new Error(build.missing);
  const broker = await startRealBroker(build.classpath, {
    memory: MEMORY,
    config: { ...DEFAULTS, flushDiskType: flush },
  });
  return { ...broker, cost: () => costOf([broker.pid]) };
}
