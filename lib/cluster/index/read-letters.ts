import { pull, type Pulled } from '../admin/pull';
import { DecodeError } from '../admin/decode';
import type { Cluster } from '../cluster';
import { deadLetterTopic } from '../read/retry-topic';
import type { Lane } from '../topology/pace';
import { storeIdOf } from '../wire/message';
import { type IndexedLetter, letterOf } from './letter';

/** How far a queue of a dead-letter topic is read. */
export interface LetterPlace {
  readonly broker: string;
  readonly group: string;
  readonly queueNo: number;
  /** The next offset to read. */
  readonly next: number;
  /** What the broker called the letter before it; null: none is known, and nothing can be compared. */
  readonly lastStoreId: string | null;
}

export type LetterRead =
  /** The broker has no such topic. */
  | { readonly kind: 'no topic' }
  /** What lies there now is not what was read: the topic was made again, or the broker lost its disk. */
  | { readonly kind: 'another life' }
  | {
      readonly kind: 'read';
      readonly letters: readonly IndexedLetter[];
      /** Offsets before the letters that are lost. */
      readonly gap: { readonly from: number; readonly to: number; readonly why: 'retention' | 'unreadable' } | null;
      readonly next: number;
      readonly min: number;
      readonly max: number;
    };

const PULL_MOST = 32;

/** The next letters of a queue: none is read twice, none is left out unsaid. Leaves nothing behind at the broker. */
export async function readLetters(cluster: Cluster, place: LetterPlace, lane: Lane): Promise<LetterRead> {
  const together = lane === 'bulk' ? await pullWithBefore(cluster, place, lane) : null;
  // Of large messages a broker hands out one at a time.
  const hasNext = together !== null && (together.messages.length > 1 || together.max <= place.next);
  const pulled = hasNext ? together : await pullFrom(cluster, place, place.next, PULL_MOST, lane);
  if (pulled === null) return { kind: 'no topic' };
  if (pulled === 'unreadable') return await skipUnreadable(cluster, place, lane);
  const { min, max, messages } = pulled;
  if (max < place.next) return { kind: 'another life' };
  const [before] = together?.messages ?? [];
  const isSame =
    before === undefined
      ? messages.length === 0 || (await isSameLife(cluster, place, min, lane))
      : storeIdOf(before) === place.lastStoreId;
  if (!isSame) return { kind: 'another life' };
  const letters = messages
    .filter(({ queueOffset }) => queueOffset >= place.next)
    .map((message) => letterOf(place.group, message));
  const first = letters[0]?.offset ?? Math.max(place.next, Math.min(pulled.next, max));
  const gap = first > place.next ? { from: place.next, to: first, why: 'retention' as const } : null;
  return { kind: 'read', letters, gap, next: (letters.at(-1)?.offset ?? first - 1) + 1, min, max };
}

/** Where there is more to come, one call for the letter before it too; null: that letter is not there. */
async function pullWithBefore(cluster: Cluster, place: LetterPlace, lane: Lane): Promise<Pulled | null> {
  const { next, lastStoreId } = place;
  if (lastStoreId === null || next === 0) return null;
  const pulled = await pullFrom(cluster, place, next - 1, PULL_MOST, lane);
  if (pulled === null || pulled === 'unreadable') return null;
  return pulled.messages[0]?.queueOffset === next - 1 ? pulled : null;
}

/** The letter before is still the one that was read. Asked only when there are new ones. */
async function isSameLife(cluster: Cluster, place: LetterPlace, min: number, lane: Lane): Promise<boolean> {
  const before = place.next - 1;
  if (place.lastStoreId === null || before < min) return true;
  const pulled = await pullFrom(cluster, place, before, 1, lane);
  if (pulled === null || pulled === 'unreadable') return pulled !== null;
  const [message] = pulled.messages;
  return message === undefined || message.queueOffset !== before || storeIdOf(message) === place.lastStoreId;
}

/** One message whose bytes cannot be read must not hide those behind it. */
async function skipUnreadable(cluster: Cluster, place: LetterPlace, lane: Lane): Promise<LetterRead> {
  const { next: from } = place;
  const one = await pullFrom(cluster, place, from, 1, lane);
  if (one === null) return { kind: 'no topic' };
  if (one !== 'unreadable') {
    const letters = one.messages.map((message) => letterOf(place.group, message));
    return {
      kind: 'read',
      letters,
      gap: null,
      next: (letters.at(-1)?.offset ?? from - 1) + 1,
      min: one.min,
      max: one.max,
    };
  }
  const after = await pullFrom(cluster, place, from + 1, 1, lane);
  const bounds = after === null || after === 'unreadable' ? { min: from, max: from + 2 } : after;
  const gap = { from, to: from + 1, why: 'unreadable' as const };
  return { kind: 'read', letters: [], gap, next: from + 1, min: bounds.min, max: bounds.max };
}

async function pullFrom(
  cluster: Cluster,
  { broker, group, queueNo }: LetterPlace,
  offset: number,
  most: number,
  lane: Lane,
): Promise<Pulled | null | 'unreadable'> {
  try {
    return await cluster.ask(broker, pull, { topic: deadLetterTopic(group), queueNo, offset, most }, lane);
  } catch (error) {
    if (error instanceof Error && error.cause instanceof DecodeError) return 'unreadable';
    throw error;
  }
}
