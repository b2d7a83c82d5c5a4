import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { SHORT_LIVED } from '../../java/support/build';
import { findRocketmqPorts } from './ports';
import type { GroupOptions, Target } from './target';

const MEMORY = ['-Xms256m', '-Xmx512m', '-XX:MaxDirectMemorySize=256m', ...SHORT_LIVED];
const CONFIG = fileURLToPath(new URL('../server/broker.conf', import.meta.url));
const DEFAULT_MAX_RETRIES = 16;

export interface RealBrokerOptions {
  /** Where it tells its metrics to Prometheus; absent: nowhere. */
  readonly metricsPort?: number;
  /** Further lines of broker.conf; the last of one name counts. */
  readonly config?: Readonly<Record<string, string | number>>;
  /** In place of little memory. */
  readonly memory?: readonly string[];
}

export interface RealBroker extends Target {
  readonly pid: number;
}

/** Name server, proxy and broker of Apache RocketMQ in a JVM of their own, in a folder that goes with them. */
export async function startRealBroker(
  classpath: string,
  { metricsPort, config: given = {}, memory = MEMORY }: RealBrokerOptions = {},
): Promise<RealBroker> {
  const folder = mkdtempSync(join(tmpdir(), 'redrive-rocketmq-'));
  const { brokers, others } = await findRocketmqPorts('alone', { brokers: 1, others: 3 });
  const [nameServer = 0, grpc = 0, remoting = 0] = others;
  const config = join(folder, 'given.conf');
  const metrics =
    metricsPort === undefined
      ? ''
      : `metricsExporterType=PROM\nmetricsPromExporterHost=127.0.0.1\nmetricsPromExporterPort=${metricsPort}\n`;
  const further = Object.entries(given).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(config, `${readFileSync(CONFIG, 'utf8')}\n${metrics}${further.join('')}`);
  const child = spawn(
    'java',
    [
      ...memory,
      // Its logs go to the home directory.
      `-Duser.home=${folder}`,
      '-cp',
      classpath,
      'redrive.RealBroker',
      folder,
      ...[nameServer, ...brokers, grpc, remoting].map(String),
      config,
    ],
    { stdio: ['pipe', 'pipe', 'pipe'], cwd: folder },
  );
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();

  /** Its next line of interest; the start-up prints others. */
  async function answer(wanted: RegExp): Promise<string> {
    for (;;) {
      const { value, done } = await lines.next();
      if (done === true) throw new Error(`Apache RocketMQ ended: ${output}`);
      if (wanted.test(value)) return value;
      output += `${value}\n`;
    }
  }

  let last: Promise<unknown> = answer(/^ready$/);
  function command(body: object): Promise<void> {
    const answered = last.then(async () => {
      child.stdin.write(`${JSON.stringify(body)}\n`);
      const line = await answer(/^(ok|error .*)$/);
      if (line !== 'ok') throw new Error(`${JSON.stringify(body)}: ${line}`);
    });
    last = answered.catch(() => undefined);
    return answered;
  }
  await last;
  const setGroup = (group: string, options: GroupOptions): Promise<void> => command(groupCommand(group, options));
  return {
    name: 'rocketmq',
    port: grpc,
    pid: child.pid ?? 0,
    createTopic: (topic, messageType, queues) => command({ topic, messageType, queues }),
    createGroup: setGroup,
    changeGroup: setGroup,
    close: async () => {
      child.stdin.end();
      await once(child, 'exit');
      process.off('exit', kill);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function groupCommand(group: string, options: GroupOptions): object {
  return {
    group,
    orderly: options.ordered ?? false,
    maxRetries: options.maxRetries ?? DEFAULT_MAX_RETRIES,
    ...(options.intervalsMs && {
      policy: { type: 'CUSTOMIZED', customizedRetryPolicy: { next: options.intervalsMs } },
    }),
  };
}
