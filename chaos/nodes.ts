import { findFreePort } from '../lib/runtime/postgres/free-port';
import { type DatabaseProxy, startDatabaseProxy } from '../lib/testing/database-proxy';
import { processTree, signalTo } from '../lib/testing/process-tree';
import { ShiftedClock } from './clock/shifted-clock';
import { launch, type LaunchedProcess } from '../lib/testing/launched-process';

const READY = 'Broker ready';

/** A broker node in processes of its own, behind a proxy that can cut its clients off. It is always started again. */
export class Node {
  readonly #settings: Readonly<Record<string, string>>;
  readonly proxy: DatabaseProxy;
  readonly clock: ShiftedClock;
  #process: LaunchedProcess;
  #over = false;

  private constructor(settings: Readonly<Record<string, string>>, proxy: DatabaseProxy, clock: ShiftedClock) {
    this.#settings = { ...settings, ...clock.ofNode() };
    this.proxy = proxy;
    this.clock = clock;
    this.#process = launch('lib/cli/broker.mjs', this.#settings);
    process.once('exit', this.#kill);
  }

  static async start(databaseUrl: string, dataDirectory: string): Promise<Node> {
    const port = await findFreePort('127.0.0.1');
    const proxy = await startDatabaseProxy(`tcp://127.0.0.1:${port}`);
    const clientPort = new URL(proxy.url).port;
    const node = new Node(
      {
        DATABASE_URL: databaseUrl,
        REDRIVE_GRPC_PORT: String(port),
        REDRIVE_METRICS_PORT: '0',
        REDRIVE_DATA_DIR: dataDirectory,
        REDRIVE_BROKERS: '1',
        REDRIVE_ADVERTISED_HOST: '127.0.0.1',
        REDRIVE_ADVERTISED_PORT: clientPort,
      },
      proxy,
      new ShiftedClock(),
    );
    await node.#process.waitFor(READY);
    return node;
  }

  /** Where clients reach it. */
  get port(): number {
    return Number(new URL(this.proxy.url).port);
  }

  get pid(): number {
    return this.#process.child.pid ?? 0;
  }

  get #pids(): number[] {
    return processTree([this.#process.child.pid ?? 0]).map(({ pid }) => pid);
  }

  readonly #kill = (): void => this.#signal('SIGKILL');

  #signal(signal: NodeJS.Signals): void {
    for (const pid of this.#pids) signalTo(pid, signal);
  }

  /** Ends one of the processes that the node started: it starts another one. False: it has none. */
  killOneOf(choose: (pids: readonly number[]) => number | undefined): boolean {
    const pid = choose(this.#pids.filter((each) => each !== this.#process.child.pid));
    if (pid !== undefined) signalTo(pid, 'SIGKILL');
    return pid !== undefined;
  }

  /** Ends it in the middle of whatever it does. @returns milliseconds until it was ready again */
  async killAndStart(): Promise<number> {
    this.#signal('SIGKILL');
    await this.#process.waitForExit();
    const startedAt = performance.now();
    while (!this.#over) {
      this.#process = launch('lib/cli/broker.mjs', this.#settings);
      const ready = await this.#process.waitFor(READY).then(
        () => true,
        () => false,
      );
      // It does not start while there is no database.
      if (ready) break;
    }
    return performance.now() - startedAt;
  }

  /** The machine takes its processor away for a while. */
  freeze(): void {
    this.#signal('SIGSTOP');
  }

  thaw(): void {
    this.#signal('SIGCONT');
  }

  /** It has ended by itself. */
  get hasEnded(): boolean {
    return this.#process.child.exitCode !== null;
  }

  output(): string {
    return this.#process.output();
  }

  async stop(): Promise<void> {
    this.#over = true;
    process.off('exit', this.#kill);
    this.#kill();
    await this.#process.waitForExit();
    await this.proxy.close();
    this.clock.close();
  }
}
