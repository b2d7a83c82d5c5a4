import type { MessageCopy } from '../../cluster';
import { groupedBy } from '../../model/grouped';
import type { LetterNamedRow } from '../../store/queries/cluster/letters-named';

/** One message that a search in a cluster found, put together from its copies. */
export interface FoundInCluster {
  /** Null: who sent it gave it none. */
  readonly messageId: string | null;
  readonly topic: string;
  readonly keys: readonly string[];
  readonly tag: string | null;
  /** When it was stored as it was sent; null: that copy is not found. */
  readonly sentAt: string | null;
  /** Of each group the newest copy that it got alone; of no group: as it was sent, where there is nothing else. */
  readonly lies: readonly LiesIn[];
  readonly brokers: readonly string[];
  /** A dead letter of it is in the list of this console. */
  readonly isKept: boolean;
}

export interface LiesIn {
  readonly role: MessageCopy['role'];
  readonly group: string | null;
  readonly at: string;
  /** As the broker counts failed deliveries. */
  readonly reconsumeTimes: number;
}

type Part = Pick<FoundInCluster, 'messageId' | 'topic' | 'keys' | 'tag' | 'isKept'> & {
  readonly place: string;
  readonly broker: string;
  readonly lies: LiesIn;
};

/** Copies at the brokers and dead letters that are kept here, by message; the newest first. */
export function messagesOf(
  topic: string | null,
  copies: readonly MessageCopy[],
  letters: readonly LetterNamedRow[],
): readonly FoundInCluster[] {
  const parts = [...copies.map((copy) => partOfCopy(topic ?? copy.topic, copy)), ...letters.map(partOfLetter)];
  return [...groupedBy(parts, ({ place }) => place).values()]
    .map(foundOf)
    .toSorted((a, b) => (newestOf(a) < newestOf(b) ? 1 : -1));
}

function partOfCopy(topic: string, copy: MessageCopy): Part {
  const { messageId, keys, tag, broker, role, group, storedAt, reconsumeTimes } = copy;
  const place = messageId === '' ? `${copy.topic} ${broker} ${copy.queueNo} ${copy.offset}` : `${topic} ${messageId}`;
  return {
    ...{ messageId: messageId === '' ? null : messageId, topic, keys, tag, broker, place, isKept: false },
    lies: { role, group, at: storedAt, reconsumeTimes },
  };
}

function partOfLetter({ messageId, topic, group, broker, attempts, tag, keys, deadAt }: LetterNamedRow): Part {
  return {
    ...{ messageId, topic, keys: keys ?? [], tag, broker, place: `${topic} ${messageId}`, isKept: true },
    lies: { role: 'dead', group, at: deadAt.toISOString(), reconsumeTimes: attempts },
  };
}

function foundOf(parts: readonly Part[]): FoundInCluster {
  const byTime = parts.toSorted((a, b) => (a.lies.at < b.lies.at ? -1 : 1));
  const [first] = byTime as [Part, ...Part[]];
  const ofGroups = new Map(byTime.flatMap(({ lies }) => (lies.group === null ? [] : [[lies.group, lies] as const])));
  return {
    ...{ messageId: first.messageId, topic: first.topic, keys: first.keys, tag: first.tag },
    sentAt: byTime.find(({ lies }) => lies.role === 'sent')?.lies.at ?? null,
    lies: ofGroups.size === 0 ? [first.lies] : [...ofGroups.values()],
    brokers: [...new Set(parts.map(({ broker }) => broker))].toSorted(),
    isKept: parts.some(({ isKept }) => isKept),
  };
}

function newestOf({ lies }: FoundInCluster): string {
  return lies.reduce((newest, { at }) => (at > newest ? at : newest), '');
}
