import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import type { Options } from './options';
import type { Samples } from './samples';
import { type RedriveTarget, startRedrive } from './targets/redrive';
import { startRocketmq } from './targets/rocketmq';
import type { Target } from './targets/target';

const run = promisify(execFile);

export const REDRIVE = 'Redrive';
export const SYNC = 'RocketMQ SYNC_FLUSH';
export const ASYNC = 'RocketMQ ASYNC_FLUSH';
export const BROKERS = [REDRIVE, SYNC, ASYNC] as const;
export type BrokerName = (typeof BROKERS)[number];

/** What the load client says about a run. */
export interface Load {
  readonly count: number;
  readonly seconds: number;
  /** With the warm-up, and with what came after the measured time. */
  readonly wholeSeconds: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly sendP50Ms?: number;
  readonly sendP99Ms?: number;
  readonly errors: number;
  readonly firstError?: string;
  /** Messages that failed once, that were acknowledged after it, and that were while it was measured. */
  readonly failed?: number;
  readonly again?: number;
  readonly againMeasured?: number;
}

export interface LoadOptions {
  readonly topic?: string;
  readonly group?: string;
  readonly callers?: number;
  readonly connections?: number;
  readonly count?: number;
  readonly rate?: number;
  readonly body?: number;
  readonly batch?: number;
  readonly warmup?: number;
  readonly failing?: number;
  readonly groups?: number;
  readonly topics?: number;
  /** As Go writes a duration: how long a receive waits. */
  readonly poll?: string;
  readonly seconds?: number;
}

/** Brokers and tools that works share; each starts when a work first asks for it. */
export class Bench {
  readonly options: Options;
  readonly #targets = new Map<BrokerName, Promise<Target>>();
  #loadClient: Promise<string> | undefined;
  #made = 0;

  constructor(options: Options) {
    this.options = options;
  }

  say(text: string): void {
    process.stdout.write(`${text}\n`);
  }

  /** A name that no other round has used. */
  fresh(prefix: string): string {
    this.#made += 1;
    return `${prefix}-${this.#made}`;
  }

  target(name: typeof REDRIVE): Promise<RedriveTarget>;
  target(name: BrokerName): Promise<Target>;
  target(name: BrokerName): Promise<Target> {
    const known = this.#targets.get(name);
    if (known !== undefined) return known;
    const starting = name === REDRIVE ? startRedrive() : startRocketmq(name === SYNC ? 'SYNC_FLUSH' : 'ASYNC_FLUSH');
    this.#targets.set(name, starting);
    return starting;
  }

  /** The brokers of these that can run here; for each other one it is noted why not. */
  async targets(names: readonly BrokerName[], samples: Samples): Promise<[BrokerName, Target][]> {
    const started: [BrokerName, Target][] = [];
    for (const name of names) {
      try {
        started.push([name, await this.target(name)]);
      } catch (error) {
        samples.miss(name, (error as Error).message);
      }
    }
    return started;
  }

  /** Puts load on whatever speaks the wire on this port. */
  async load(port: number, work: string, options: LoadOptions = {}): Promise<Load> {
    const all = { seconds: this.options.seconds, ...options };
    const args = Object.entries(all).flatMap(([name, value]) => [`-${name}`, String(value)]);
    const { stdout } = await run(await this.#client(), [work, '-endpoint', `127.0.0.1:${port}`, ...args]);
    const load = JSON.parse(stdout) as Load;
    if (load.errors > 0) this.say(`  ${work}: ${load.errors} errors, the first: ${load.firstError ?? ''}`);
    return load;
  }

  /** Puts load on a broker and notes figures of the client, and processor time of the broker, by its message. */
  async measure(
    samples: Samples,
    side: string,
    target: Pick<Target, 'port' | 'cost'>,
    work: string,
    options: LoadOptions = {},
  ): Promise<Load> {
    const before = target.cost().cpuMs;
    const load = await this.load(target.port, work, options);
    const cpuMs = target.cost().cpuMs - before;
    // The broker works before and after the measured time too.
    const share = load.seconds / load.wholeSeconds;
    const { perSecond, p50Ms, p99Ms, count } = load;
    const why = whyNotCounted(load, options);
    if (why === null) samples.add(side, { perSecond, p50Ms, p99Ms, cpuUs: (cpuMs * 1000 * share) / count });
    else {
      this.say(`  ${side}, ${work}: ${why}, so this round does not count`);
      samples.miss(side, why);
    }
    return load;
  }

  async #client(): Promise<string> {
    this.#loadClient ??= buildLoadClient();
    return await this.#loadClient;
  }

  async close(): Promise<void> {
    for (const starting of this.#targets.values()) {
      const target = await starting.catch(() => undefined);
      await target?.close();
    }
    this.#targets.clear();
  }
}

/** A round of which something is missing has nothing to compare. */
function whyNotCounted(load: Load, { failing }: LoadOptions): string | null {
  const { count, failed = 0, again = 0, againMeasured = 0 } = load;
  if (count === 0) return 'nothing arrived';
  if (failing === undefined) return null;
  if (failed === 0) return 'no message failed';
  if (again < failed) return `${failed - again} of ${failed} messages that failed were not acknowledged afterwards`;
  return againMeasured === 0 ? 'no message that failed came back while it was measured' : null;
}

async function buildLoadClient(): Promise<string> {
  await run('go', ['version']).catch(() => {
    throw new Error('there is no Go here');
  });
  const { buildLoad } = (await import(new URL('load/build.mjs', import.meta.url).href)) as { buildLoad(): string };
  return buildLoad();
}
