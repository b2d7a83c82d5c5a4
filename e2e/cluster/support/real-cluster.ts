import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { Cluster, type ClusterOptions } from '../../../lib/cluster/cluster';
import { createCertificate } from '../../../lib/gateway/certificate';
import { SHORT_LIVED } from '../../java/support/build';
import { findRocketmqPorts } from '../../rocketmq/support/ports';

// Every storing thread keeps room for a largest message: with less direct memory, brokers fail without a word.
const MEMORY = ['-Xms256m', '-Xmx640m', '-XX:MaxDirectMemorySize=640m', ...SHORT_LIVED];
/** Clients of 4.x look for their queues so often, and not each 20 s. */
const REBALANCE = '-Drocketmq.client.rebalance.waitInterval=2000';
const CONFIG = fileURLToPath(new URL('../../rocketmq/server/broker.conf', import.meta.url));
/** Of two brokers in one process. */
const SMALL = {
  maxMessageSize: 262_144,
  maxIndexNum: 40_000,
  maxHashSlotNum: 10_000,
  mappedFileSizeCommitLog: 16_777_216,
  recallMessageEnable: 'true',
  // Each time a broker compares 19 MB byte by byte: each second, as by default, two of them take half a core.
  timerFlushIntervalMs: 30_000,
};

/** What a client of 4.x got. */
export interface Got {
  readonly group: string;
  readonly topic: string;
  readonly body: string;
  readonly times: number;
  readonly id: string;
}

export interface RealCluster {
  readonly nameServer: string;
  readonly grpcPort: number;
  /** Where brokers with `metricsExporterType: 'PROM'` tell their metrics. */
  readonly metrics: Readonly<Record<'broker-a' | 'broker-b', string>>;
  readonly got: readonly Got[];
  /** Stops, starts, kills, hangs, wakes or fills a broker; starts, ends or sends with a client of 4.x; makes a user. */
  command(body: object): Promise<void>;
  open(options?: Partial<ClusterOptions>): Cluster;
  close(): Promise<void>;
}

/** Beside what every cluster of the tests has. */
export interface RealSettings {
  /** Of both brokers. */
  readonly config?: Readonly<Record<string, string | number>>;
  readonly proxy?: Readonly<Record<string, string | boolean | number>>;
  /** In its folder, by their names. */
  readonly files?: Readonly<Record<string, string>>;
  /** Name server and brokers refuse what is not encrypted. */
  readonly isEncrypted?: boolean;
  /** A controller decides which broker is the master. */
  readonly isControlled?: boolean;
}

/** Name server, two brokers and a proxy in cluster mode: Apache RocketMQ in one JVM, in a folder that goes with it. */
export async function startRealCluster(
  classpath: string,
  { config = {}, proxy = {}, files = {}, isEncrypted = false, isControlled = false }: RealSettings = {},
): Promise<RealCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'redrive-cluster-'));
  const { brokers, others } = await findRocketmqPorts('cluster', { brokers: 2, others: 6 });
  const [nameServerPort = 0, grpcPort = 0, remotingPort = 0, metricsA = 0, metricsB = 0, controller = 0] = others;
  const controlled = isControlled ? { enableControllerMode: 'true', controllerAddr: `127.0.0.1:${controller}` } : {};
  const configFile = join(folder, 'given.conf');
  const further = Object.entries({ ...SMALL, ...config, ...controlled }).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(configFile, `${readFileSync(CONFIG, 'utf8')}\n${further.join('')}`);
  const tls = await prepareTls(folder, isEncrypted);
  const proxyFile = join(folder, 'given-proxy.json');
  writeFileSync(proxyFile, JSON.stringify({ ...tls.proxy, ...proxy }));
  const ports = [nameServerPort, ...brokers, grpcPort, remotingPort];
  const args = [folder, ...ports.map(String), configFile, proxyFile, String(metricsA), String(metricsB)];
  if (isControlled) args.push(String(controller));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const options = [...MEMORY, REBALANCE, ...tls.options];
  const child = spawn('java', [...options, `-Duser.home=${folder}`, '-cp', classpath, 'redrive.RealCluster', ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    cwd: folder,
  });
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const got: Got[] = [];
  const waiting: ((line: string) => void)[] = [];
  let output = '';
  let ended = false;
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('got ')) got.push(JSON.parse(line.slice(4)) as Got);
    else if (/^(ready|ok|error .*)$/.test(line)) waiting.shift()?.(line);
    else output += `${line}\n`;
  });
  child.once('exit', () => {
    ended = true;
    for (const answer of waiting.splice(0)) answer('error it ended');
  });

  async function answer(): Promise<void> {
    const line = ended ? 'error it ended' : await new Promise<string>((resolve) => void waiting.push(resolve));
    if (line.startsWith('error')) throw new Error(`Apache RocketMQ: ${line}\n${output.slice(-4_000)}`);
  }

  await answer();
  const nameServer = `127.0.0.1:${nameServerPort}`;
  const nothing = (): void => undefined;
  return {
    ...{ nameServer, grpcPort, got },
    metrics: {
      'broker-a': `http://127.0.0.1:${metricsA}/metrics`,
      'broker-b': `http://127.0.0.1:${metricsB}/metrics`,
    },
    command: async (body) => {
      child.stdin.write(`${JSON.stringify(body)}\n`);
      await answer();
    },
    open: (options = {}) =>
      new Cluster({
        ...{ name: 'real', nameServers: [nameServer], addressMap: {}, credentials: null, traceTopic: null },
        tls: isEncrypted ? { ca: tls.ca } : null,
        allowsChanges: true,
        ...{ now: () => new Date(), log: { debug: nothing, info: nothing, warn: nothing, error: nothing } },
        ...options,
      }),
    close: async () => {
      child.stdin.end();
      if (!ended) await once(child, 'exit');
      process.off('exit', kill);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface TlsFiles {
  /** Of the JVM, and of the proxy in it. */
  readonly options: readonly string[];
  readonly proxy: NonNullable<RealSettings['proxy']>;
  readonly ca: string;
}

/**
 * A certificate for name server, brokers and proxy; where it is enforced, they refuse what is not encrypted. Without a
 * given one each of their ports makes one for itself, which takes most of the time of a start.
 */
async function prepareTls(folder: string, isEnforced: boolean): Promise<TlsFiles> {
  const { certPem, keyPem } = await createCertificate();
  const [certificate, key] = [join(folder, 'tls.crt'), join(folder, 'tls.key')];
  writeFileSync(certificate, certPem);
  writeFileSync(key, keyPem);
  const properties = {
    ...{ 'tls.test.mode.enable': 'false', 'tls.server.certPath': certificate, 'tls.server.keyPath': key },
    ...(isEnforced ? { 'tls.server.mode': 'enforcing', 'tls.enable': 'true' } : {}),
  };
  return {
    ca: certPem,
    options: Object.entries(properties).map(([name, value]) => `-D${name}=${value}`),
    proxy: { tlsTestModeEnable: false, tlsCertPath: certificate, tlsKeyPath: key },
  };
}
