import type { MessageType } from '../../../lib/model/topic/topic';
import type { JavaHost } from '../../java/support/sdk-host';
import { EventLog } from './event-log';
import { Party, type PartyOptions } from './party';
import type { GroupOptions, Target } from './target';

export interface Scenario {
  /** Names its topics and groups and its rows in the table of differences. */
  readonly id: string;
  readonly title: string;
  run(stage: Stage): Promise<void>;
}

/** One scenario with one broker: names of its own, and everything it started is closed at its end. */
export class Stage {
  readonly log = new EventLog();
  readonly #closing: (() => void | Promise<void>)[] = [];

  constructor(
    readonly target: Target,
    /** A JVM with clients of the Java SDK that talk to the target. */
    readonly java: JavaHost,
    readonly id: string,
  ) {}

  onClose(close: () => void | Promise<void>): void {
    this.#closing.push(close);
  }

  async topic(messageType: MessageType = 'NORMAL', suffix = '', queues = 1): Promise<string> {
    const name = `${this.id}-topic${suffix}`;
    await this.target.createTopic(name, messageType, queues);
    return name;
  }

  async group(options: GroupOptions = {}, suffix = ''): Promise<string> {
    const name = `${this.id}-group${suffix}`;
    await this.target.createGroup(name, options);
    return name;
  }

  /** A client that has introduced itself with its settings. */
  async party(options: PartyOptions): Promise<Party> {
    const party = this.stranger(options);
    await party.introduce();
    return party;
  }

  /** A client whose settings may be refused, which is written down. */
  async introduced(step: string, options: PartyOptions): Promise<Party> {
    const party = this.stranger(options);
    const refused = await party.introduce().then(
      () => null,
      (error: { code?: number }) => `gRPC ${error.code ?? 'unknown'}`,
    );
    this.log.note(step, { refused });
    return party;
  }

  /** A client that says nothing of itself. */
  stranger(options: PartyOptions): Party {
    const party = new Party(this.target.port, this.log, options);
    this.onClose(() => party.close());
    return party;
  }

  async close(): Promise<void> {
    await Promise.all(this.#closing.map(async (close) => close()));
  }
}
