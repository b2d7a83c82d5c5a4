import { told } from '../../../model/language/t';
import type { Clock } from '../../../model/clock';
import { BrokerError } from '../../../model/errors';
import type { Topic } from '../../../model/topic/topic';
import type { Store } from '../../../store/client';
import { type LiteName, liteTopicEnter } from '../../../store/queries/lite/lite-topic-enter';
import { retryRolledBack } from '../../../store/sql-errors';
import type { SettingDirectory } from '../directories/settings';
import { queueOfMessageGroup } from './choose-queue';

/** A name that was entered this lately is there: no topic lets names expire after less than ten times this. */
const FRESH_MS = 60_000;
const MAX_KNOWN = 200_000;
/** Names are counted while the topic may have room for no more than these. */
const NEAR_QUOTA = 100;

interface LiteNamesParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly settings: SettingDirectory;
}

/** The queue that all messages of a name are in. */
export function liteName(topic: Topic, name: string): LiteName {
  const queueId = topic.queueIds[queueOfMessageGroup(topic, name)];
  if (queueId === undefined) throw new Error(`topic ${topic.name} has no queue for ${name}`);
  return { queueId, name };
}

/** Names of LITE topics that this process has entered lately: a further message of one costs no statement. */
export class LiteNames {
  readonly #parts: LiteNamesParts;
  /** By topic and name: when it was entered, on the monotonic clock. */
  readonly #known = new Map<string, number>();
  /** By topic: how many names this process may enter under a quota before they are counted again. */
  readonly #room = new Map<number, { readonly quota: number; readonly left: number }>();

  constructor(parts: LiteNamesParts) {
    this.#parts = parts;
  }

  /** @throws BrokerError lite-topic-quota */
  async enter(topic: Topic, names: readonly string[]): Promise<void> {
    const nowMs = performance.now();
    const keyOf = (name: string): string => `${topic.topicId} ${name}`;
    const isKnown = (name: string): boolean => nowMs - (this.#known.get(keyOf(name)) ?? -FRESH_MS) < FRESH_MS;
    const fresh = [...new Set(names)].filter((name) => !isKnown(name));
    if (fresh.length === 0) return;
    const { store, clock, settings } = this.#parts;
    const quota = (await settings.find('lite-topics')).value.perTopic;
    const room = this.#room.get(topic.topicId);
    const left = (room?.quota === quota ? room.left : 0) - fresh.length;
    const entered = await retryRolledBack(() =>
      liteTopicEnter(
        store.broker,
        clock.nowOrNull(),
        topic.topicId,
        fresh.map((name) => liteName(topic, name)),
        left > NEAR_QUOTA ? null : quota,
      ),
    );
    if (entered.refused)
      throw new BrokerError(
        'lite-topic-quota',
        told('Topic {topic} has {names, number} lite topics, and may have {quota, number}.', {
          ...{ topic: topic.name, names: entered.names ?? 0, quota },
        }),
        { field: 'liteTopic', limit: quota, value: fresh[0] ?? null },
      );
    // Other processes enter names too.
    this.#room.set(topic.topicId, {
      quota,
      left: entered.names === null ? left : Math.floor((quota - entered.names) / 2),
    });
    if (this.#known.size + fresh.length > MAX_KNOWN) this.#known.clear();
    for (const name of fresh) this.#known.set(keyOf(name), nowMs);
  }
}
