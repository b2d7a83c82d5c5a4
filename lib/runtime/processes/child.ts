import type { ChildProcess } from 'node:child_process';

import { english, type Reason, told } from '../../model/language/t';
import type { Log } from '../../model/log';
import type { FromSupervisor, ProcessState, Question, ToSupervisor } from './messages';

/** An event loop that did not turn for so long is said to be silent. */
const SILENT_MS = 4000;
/** Then it is ended by force and started again: no call of a client waits longer for an answer. */
const HUNG_MS = 15_000;
/** Loading its program blocks the event loop of a process; on a slow machine that takes minutes. */
const HUNG_AT_START_MS = 300_000;
const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 5000;
/** After so long without trouble it is as good as new. */
const FORGIVEN_MS = 60_000;
/** How long health and the Now page say that it was started again. */
const REMEMBERED_MS = 300_000;

export interface ChildParts {
  /** "broker 1", "console". */
  readonly name: string;
  readonly log: Log;
  /** Starts the process, with a channel for messages. */
  readonly spawn: () => ChildProcess;
  /** Messages reach it from now on. */
  readonly onHello: () => void;
  readonly onReady: (says: readonly string[]) => void;
  /** It ended; the next one is started by itself, unless it was to stop. */
  readonly onEnd: () => void;
  readonly onAsk: (question: Question | 'text') => Promise<readonly unknown[]>;
  /** Its state is another one. */
  readonly onChange: () => void;
}

interface End {
  /** After the name of the process. */
  readonly says: Reason;
  readonly atMs: number;
}

/** One child process, started again when it ends. */
export class Child {
  readonly name: string;
  readonly #parts: ChildParts;
  #process: ChildProcess | null = null;
  #state: ProcessState['state'] = 'down';
  /** Why this run could not start, or was ended; null: nothing is known. */
  #refusal: Reason | null = null;
  #isStopping = false;
  /** Infinite: nothing was heard of this process yet. */
  #heardMs = Number.POSITIVE_INFINITY;
  #readyMs = 0;
  #failures = 0;
  #ends: End[] = [];
  #run = 0;
  #asked = 0;
  readonly #waiting = new Map<number, (value: unknown) => void>();

  constructor(parts: ChildParts) {
    this.name = parts.name;
    this.#parts = parts;
  }

  /** Another one after each start. */
  get run(): number {
    return this.#run;
  }

  get isReady(): boolean {
    return this.#state === 'ready';
  }

  /** Why it could not start; null: it could, or has not ended yet. */
  get refusal(): string | null {
    return this.#refusal === null ? null : english(this.#refusal);
  }

  /** Says again that messages reach it. */
  greet(): void {
    if (this.#isListening) this.#parts.onHello();
  }

  state(): ProcessState {
    return { name: this.name, state: this.#state, troubles: this.#troubles(performance.now()) };
  }

  start(): void {
    if (this.#isStopping) return;
    this.#run += 1;
    this.#refusal = null;
    this.#heardMs = Number.POSITIVE_INFINITY;
    const child = this.#parts.spawn();
    this.#process = child;
    this.#become('starting');
    child.on('message', (message: ToSupervisor) => this.#take(message));
    child.once('exit', (code, signal) => this.#ended(code, signal));
    // It could not be started at all, or a message did not reach it: `exit` says the rest.
    child.on('error', (error) => this.#parts.log.error({ child: this.name, error }, 'a process failed'));
  }

  send(message: FromSupervisor): void {
    if (this.#process?.connected === true) this.#process.send(message, () => undefined);
  }

  /** Null: it did not answer in time. */
  ask(question: Question, limitMs: number): Promise<unknown> {
    if (this.#state !== 'ready') return Promise.resolve(null);
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((resolve) => {
      const settle = (value: unknown): void => {
        clearTimeout(late);
        this.#waiting.delete(id);
        resolve(value);
      };
      const late = setTimeout(settle, limitMs, null);
      this.#waiting.set(id, settle);
      this.send({ kind: 'ask', id, question });
    });
  }

  /** Notices that it hangs. To be called about once a second. */
  look(nowMs: number): void {
    const silentMs = nowMs - this.#heardMs;
    if (silentMs > SILENT_MS && this.#state === 'ready') {
      this.#parts.log.error({ child: this.name }, 'a process does not answer');
      this.#become('silent');
    }
    const isStarting = this.#state === 'starting';
    const limitMs = isStarting ? HUNG_AT_START_MS : HUNG_MS;
    if (silentMs > limitMs) {
      this.#heardMs = Number.POSITIVE_INFINITY;
      const given = { seconds: limitMs / 1000 };
      this.#refusal = isStarting
        ? told('did not answer for {seconds, number} s while it started, and was ended', given)
        : told('did not answer for {seconds, number} s and was ended', given);
      this.#process?.kill('SIGKILL');
    }
  }

  /** This process itself stood still: nothing can be said of how long the other was silent. */
  excuse(nowMs: number): void {
    if (this.#isListening) this.#heardMs = nowMs;
  }

  /** Asks it to stop, and ends it by force after a while. */
  async stop(limitMs: number): Promise<void> {
    this.#isStopping = true;
    const child = this.#process;
    if (child === null) return;
    const ended = new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
    });
    // One that has not said hello has nothing to finish, and does not listen.
    if (this.#isListening) this.send({ kind: 'stop' });
    else child.kill('SIGKILL');
    const late = setTimeout(() => child.kill('SIGKILL'), limitMs);
    await ended;
    clearTimeout(late);
  }

  #take(message: ToSupervisor): void {
    const isFirst = !this.#isListening;
    this.#heardMs = performance.now();
    if (this.#state === 'silent') this.#become('ready');
    switch (message.kind) {
      case 'beat':
        if (isFirst) this.#parts.onHello();
        break;
      case 'ready':
        this.#readyMs = performance.now();
        this.#refusal = null;
        this.#become('ready');
        this.#parts.onReady(message.says);
        break;
      case 'failed':
        this.#refusal = message.sentence;
        break;
      case 'answer':
        this.#waiting.get(message.id)?.(message.value);
        break;
      case 'ask':
        void this.#parts
          .onAsk(message.question)
          .then((values) => this.send({ kind: 'answers', id: message.id, values }));
    }
  }

  #ended(code: number | null, signal: NodeJS.Signals | null): void {
    this.#process = null;
    for (const settle of [...this.#waiting.values()]) settle(null);
    const nowMs = performance.now();
    const wasReady = this.#state === 'ready' || this.#state === 'silent';
    const refusal = this.#refusal;
    const how =
      refusal ??
      (signal === null
        ? told('ended with exit code {code}', { code: code ?? 0 })
        : told('was ended by {signal}', { signal }));
    // The sentence of a process that could not start.
    const says = typeof how === 'string' ? told('could not start: {reason}', { reason: how.replace(/\.$/, '') }) : how;
    // The first run of a node that could not start: the node stops, and says why.
    const isFirstStart = this.#run === 1 && !wasReady;
    if (!this.#isStopping && !isFirstStart) {
      this.#failures = wasReady && nowMs - this.#readyMs > FORGIVEN_MS ? 0 : this.#failures;
      this.#ends = [...this.#ends.filter(({ atMs }) => nowMs - atMs < REMEMBERED_MS), { says, atMs: nowMs }];
      const why = english(how);
      this.#parts.log.error({ child: this.name, code, signal, why }, 'a process ended; it is started again');
      const pauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#failures);
      this.#failures += 1;
      setTimeout(() => this.start(), pauseMs);
    }
    this.#refusal = wasReady ? null : how;
    this.#become('down');
    this.#parts.onEnd();
  }

  #become(state: ProcessState['state']): void {
    this.#state = state;
    this.#parts.onChange();
  }

  get #isListening(): boolean {
    return Number.isFinite(this.#heardMs);
  }

  #troubles(nowMs: number): Reason[] {
    const lately = this.#ends.filter(({ atMs }) => nowMs - atMs < REMEMBERED_MS);
    const last = lately.at(-1);
    const { name } = this;
    const silent = this.#state === 'silent' ? [told('{name} does not answer', { name })] : [];
    if (last === undefined) return silent;
    const seconds = Math.max(1, Math.round((nowMs - last.atMs) / 1000));
    const once = told('{name} {ended} {seconds, number} s ago', { name, ended: last.says, seconds });
    const ended =
      lately.length === 1
        ? once
        : told('{once}, the last of {times, number} times in {minutes, number} min', {
            ...{ once, times: lately.length, minutes: REMEMBERED_MS / 60_000 },
          });
    const now =
      this.#state === 'ready'
        ? told('{ended}, and runs again', { ended })
        : told('{ended}, and is being started again', { ended });
    return [...silent, now];
  }
}
