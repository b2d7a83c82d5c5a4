import { fork } from 'node:child_process';
import cluster from 'node:cluster';
import { randomUUID } from 'node:crypto';

import type { Log } from '../../model/log';
import { NodeMetrics } from '../../observability/node-metrics';
import { shared } from '../../observability/shared';
import type { Config } from '../config';
import type { DatabaseUrls } from '../database';
import type { NodePools } from '../pools';
import { StartError } from '../start-error';
import { Child } from './child';
import type { Answers, FromSupervisor, NodeState, Question } from './messages';
import { troublesOf } from './node-state';
import { closeOfferedAtEnd } from './offered-connections';
import { sharesOf } from './shares';

const LOOK_EVERY_MS = 1000;
/** This process was stopped itself, or its machine slept. */
const STOOD_STILL_MS = 2500;
const ANSWER_LIMIT_MS = 2500;
const TEXT_KEPT_MS = 1000;
/** For the grace of the gateway, passes of loops that end, and the last counts. */
const BROKER_STOP_MS = 4000;
const CONSOLE_STOP_MS = 2500;

export interface Programs {
  /** What a broker process runs. */
  readonly broker: string;
  /** What the console runs; null: a node without one. */
  readonly console: string | null;
  /** Options of Node for both. */
  readonly execArgv: readonly string[];
}

export interface SupervisorParts {
  readonly config: Config;
  readonly log: Log;
  readonly programs: Programs;
  readonly pools: NodePools;
  /** Why the embedded PostgreSQL does not run. */
  readonly postgresProblem: () => string | null;
}

/**
 * Starts the processes of a node, watches them, passes on what they ask each other, and stops them in order. The port
 * of RocketMQ clients is shared by `cluster`: this process accepts, and passes connections on in turn.
 */
export class Supervisor {
  readonly #parts: SupervisorParts;
  readonly #brokerIds: readonly string[];
  readonly #brokers: readonly Child[];
  readonly #console: Child | null;
  readonly #metrics = new NodeMetrics();
  #leader: Child | null = null;
  #urls: Omit<DatabaseUrls, 'owner'> | null = null;
  #lookedMs = performance.now();
  #looking: NodeJS.Timeout | null = null;
  readonly #waiting = new Map<Child, (says: readonly string[] | StartError) => void>();
  readonly metricsText = shared(TEXT_KEPT_MS, () => this.#collect());

  constructor(parts: SupervisorParts) {
    this.#parts = parts;
    const { programs, config } = parts;
    this.#brokerIds = Array.from({ length: config.brokers }, () => randomUUID());
    this.#brokers = this.#brokerIds.map((nodeId, index) =>
      this.#broker(config.servesClients ? `broker ${index + 1}` : 'background', nodeId),
    );
    const file = programs.console;
    this.#console = file === null ? null : this.#child('console', randomUUID(), () => this.#forkConsole(file));
  }

  /** The processes load their programs while the database starts. */
  load(): void {
    for (const child of this.#all()) child.start();
    this.#looking = setInterval(() => this.#look(), LOOK_EVERY_MS);
  }

  /** @returns lines for the person who started it @throws StartError one of the processes cannot start */
  async start(urls: Omit<DatabaseUrls, 'owner'>): Promise<string[]> {
    const ready = this.#all().map(
      (child) =>
        new Promise<readonly string[]>((resolve, reject) => {
          this.#waiting.set(child, (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome)));
          if (child.refusal !== null) reject(new StartError(child.refusal));
        }),
    );
    this.#urls = urls;
    for (const child of this.#all()) child.greet();
    return (await Promise.all(ready)).flat();
  }

  state(): NodeState {
    return {
      postgres: this.#parts.postgresProblem(),
      brokers: this.#brokers.map((child) => child.state()),
      console: this.#console?.state() ?? null,
      isAttachOnly: !this.#parts.config.servesClients,
    };
  }

  async askBrokers<Asked extends Question>(question: Asked): Promise<Answers[Asked][]> {
    const answers = await Promise.all(this.#brokers.map((child) => child.ask(question, ANSWER_LIMIT_MS)));
    return answers.filter((answer) => answer !== null) as Answers[Asked][];
  }

  /** Broker processes end; the console says why, and stays. */
  async standDown(reason: string): Promise<void> {
    this.#console?.send({ kind: 'stand-down', reason });
    await this.#stopBrokers();
  }

  async stop(): Promise<void> {
    await this.#stopBrokers();
    await this.#console?.stop(CONSOLE_STOP_MS);
    clearInterval(this.#looking ?? undefined);
  }

  async #stopBrokers(): Promise<void> {
    await Promise.all(this.#brokers.map((child) => child.stop(BROKER_STOP_MS)));
  }

  #all(): Child[] {
    return this.#console === null ? [...this.#brokers] : [...this.#brokers, this.#console];
  }

  #broker(name: string, nodeId: string): Child {
    const { programs, log } = this.#parts;
    return this.#child(name, nodeId, () => {
      cluster.setupPrimary({
        exec: programs.broker,
        args: [name],
        execArgv: [...programs.execArgv],
        serialization: 'advanced',
      });
      const worker = cluster.fork();
      closeOfferedAtEnd(worker);
      worker.on('error', (error) => log.error({ child: name, error }, 'a process failed'));
      return worker.process;
    });
  }

  #forkConsole(file: string): ReturnType<typeof fork> {
    const { execArgv } = this.#parts.programs;
    return fork(file, [], { execArgv: [...execArgv], serialization: 'advanced' });
  }

  #child(name: string, nodeId: string, spawn: () => ReturnType<typeof fork>): Child {
    const child: Child = new Child({
      name,
      log: this.#parts.log,
      spawn,
      onHello: () => {
        child.send({ kind: 'state', node: this.state() });
        const kind = child === this.#console ? 'console' : 'broker';
        const [databaseUrl, pools] = [this.#urls?.[kind], this.#parts.pools[kind]];
        if (databaseUrl && pools) child.send({ kind: 'start', databaseUrl, pools, nodeId, brokerIds: this.#brokerIds });
      },
      onReady: (says) => {
        if (this.#leader === null && child !== this.#console) this.#lead(child);
        this.#settle(child, says);
      },
      onEnd: () => {
        if (this.#leader === child) this.#lead(this.#brokers.find(({ isReady }) => isReady) ?? null);
        const why = child.refusal ?? `${name} ended while it started; what it printed says why.`;
        this.#settle(child, new StartError(why));
      },
      onAsk: async (question) => (question === 'text' ? [await this.metricsText()] : await this.askBrokers(question)),
      onChange: () => this.#tell(),
    });
    return child;
  }

  /** Only the first outcome counts: later ones are between the child and its supervisor. */
  #settle(child: Child, outcome: readonly string[] | StartError): void {
    this.#waiting.get(child)?.(outcome);
    this.#waiting.delete(child);
  }

  #lead(child: Child | null): void {
    this.#leader = child;
    child?.send({ kind: 'lead' });
  }

  #tell(): void {
    const message: FromSupervisor = { kind: 'state', node: this.state() };
    for (const child of this.#all()) child.send(message);
  }

  #look(): void {
    const nowMs = performance.now();
    if (nowMs - this.#lookedMs > STOOD_STILL_MS) for (const child of this.#all()) child.excuse(nowMs);
    this.#lookedMs = nowMs;
    for (const child of this.#all()) child.look(nowMs);
    const node = this.state();
    if (node.postgres !== null || troublesOf(node).length > 0) this.#tell();
    if (this.#brokers.length > 1) void this.#shareOut();
  }

  /** A client is served by one process: rates go to the processes whose clients ask for them. */
  async #shareOut(): Promise<void> {
    const asked = await Promise.all(
      this.#brokers
        .filter(({ isReady }) => isReady)
        .map(async (child) => ({
          child,
          demands: (await child.ask('demands', LOOK_EVERY_MS)) as Answers['demands'] | null,
        })),
    );
    const answered = asked.flatMap(({ child, demands }) => (demands === null ? [] : [{ child, demands }]));
    const shares = sharesOf(answered.map(({ demands }) => demands));
    for (const [index, { child }] of answered.entries())
      child.send({ kind: 'shares', shares: shares[index] ?? new Map() });
  }

  async #collect(): Promise<string> {
    const answers = await Promise.all(
      this.#all().map(async (child) => {
        const { name, run } = child;
        const metrics = (await child.ask('metrics', ANSWER_LIMIT_MS)) as Answers['metrics'] | null;
        return metrics === null ? [] : [{ name, run, metrics }];
      }),
    );
    return await this.#metrics.text(answers.flat());
  }
}
