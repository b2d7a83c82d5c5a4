import { pull } from '../admin/pull';
import type { Ask } from '../cluster';
import type { StoredMessage } from '../wire/message';

export interface TailPlace {
  readonly topic: string;
  readonly queueNo: number;
}

const A_PULL = 32;
/** Of one queue in one round: more than 30,000 messages are read in the next one. */
const MOST_PULLS = 1_000;

/** Where a queue ends now; 0 without the topic. */
export async function endOf(ask: Ask, { topic, queueNo }: TailPlace): Promise<number> {
  return (await ask(pull, { topic, queueNo, offset: 0, most: 1 }))?.max ?? 0;
}

export interface Tailed {
  readonly next: number;
  /** Read to an end that was taken now. */
  readonly isWhole: boolean;
}

/** Everything of a queue from an offset on. What retention took away in between is not seen, and that is said. */
export async function readTail(
  ask: Ask,
  { topic, queueNo }: TailPlace,
  from: number,
  see: (message: StoredMessage) => void,
): Promise<Tailed> {
  let offset = from;
  for (let turn = 0; turn < MOST_PULLS; turn += 1) {
    const pulled = await ask(pull, { topic, queueNo, offset, most: A_PULL });
    if (pulled === null) return { next: offset, isWhole: offset === 0 };
    for (const message of pulled.messages) see(message);
    const before = offset;
    offset = Math.max(pulled.next, pulled.min);
    if (offset >= pulled.max) return { next: pulled.max, isWhole: pulled.min <= from };
    if (offset <= before && pulled.messages.length === 0) return { next: before, isWhole: false };
  }
  return { next: offset, isWhole: false };
}
