import type { Answers, FromSupervisor, NodeState, Question, StartOrder, ToSupervisor } from './messages';

const BEAT_MS = 1000;
/** Longer than the supervisor waits for the others. */
const ANSWER_LIMIT_MS = 5000;

export interface LinkHandlers {
  readonly state: (node: NodeState) => void;
  readonly stop: () => void;
  /** Says what the supervisor asks for; null: nothing yet. */
  readonly answer: (question: Question) => Promise<unknown> | null;
  readonly lead?: () => void;
  readonly shares?: (shares: ReadonlyMap<string, number>) => void;
  readonly standDown?: (reason: string) => void;
}

/** The end of a child process. The process ends when the supervisor does, however that ended. */
export class SupervisorLink {
  /** When the supervisor says what to start with. */
  readonly order: Promise<StartOrder>;
  #start: (order: StartOrder) => void = () => undefined;
  #asked = 0;
  readonly #waiting = new Map<number, (values: readonly unknown[]) => void>();

  /** From here on the supervisor says when to start and to stop. */
  constructor(handlers: LinkHandlers) {
    this.order = new Promise((resolve) => {
      this.#start = resolve;
    });
    process.once('disconnect', () => process.exit(1));
    process.on('message', (message: FromSupervisor) => this.#take(message, handlers));
    // The first one says that messages arrive.
    this.#say({ kind: 'beat' });
    setInterval(() => this.#say({ kind: 'beat' }), BEAT_MS).unref();
  }

  /** @param says lines for the person who started it */
  ready(says: readonly string[] = []): void {
    this.#say({ kind: 'ready', says });
  }

  /** It cannot start. @returns when the supervisor knows why */
  failed(sentence: string): Promise<void> {
    return new Promise((resolve) => {
      this.#say({ kind: 'failed', sentence }, resolve);
    });
  }

  /** The answers of the broker processes that answer in time. */
  async askBrokers<Asked extends Question>(question: Asked): Promise<readonly Answers[Asked][]> {
    return (await this.#ask(question)) as readonly Answers[Asked][];
  }

  /** For Prometheus, of all processes of the node. */
  async metricsText(): Promise<string> {
    const [text] = await this.#ask('text');
    if (typeof text !== 'string') throw new Error('the supervisor did not answer');
    return text;
  }

  #ask(question: Question | 'text'): Promise<readonly unknown[]> {
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((resolve) => {
      const settle = (values: readonly unknown[]): void => {
        clearTimeout(late);
        this.#waiting.delete(id);
        resolve(values);
      };
      const late = setTimeout(() => settle([]), ANSWER_LIMIT_MS);
      this.#waiting.set(id, settle);
      this.#say({ kind: 'ask', id, question });
    });
  }

  #take(message: FromSupervisor, handlers: LinkHandlers): void {
    switch (message.kind) {
      case 'start':
        return this.#start(message);
      case 'state':
        return handlers.state(message.node);
      case 'lead':
        return handlers.lead?.();
      case 'shares':
        return handlers.shares?.(message.shares);
      case 'stand-down':
        return handlers.standDown?.(message.reason);
      case 'stop':
        return handlers.stop();
      case 'answers':
        return this.#waiting.get(message.id)?.(message.values);
      case 'ask': {
        const { id, question } = message;
        // One that fails is like one that does not answer: the others are added up without it.
        void handlers.answer(question)?.then(
          (value) => this.#say({ kind: 'answer', id, value }),
          () => undefined,
        );
      }
    }
  }

  #say(message: ToSupervisor, sent?: () => void): void {
    // Its end is noticed by the event; a message that does not arrive any more is nothing to fail for.
    if (process.connected) process.send?.(message, undefined, {}, () => sent?.());
    else sent?.();
  }
}
