import { pull } from '../admin/pull';
import type { Ask } from '../cluster';
import type { StoredMessage } from '../wire/message';

const A_PULL = 32;

export interface Part {
  readonly topic: string;
  readonly queueNo: number;
  readonly from: number;
  /** At most so many messages are read. */
  readonly most: number;
}

/** Part of a queue, oldest first. @returns how many are left behind what was read; 0: it was read to its end */
export async function readPart(
  ask: Ask,
  { topic, queueNo, from, most }: Part,
  see: (message: StoredMessage) => void,
): Promise<number> {
  let offset = from;
  for (let read = 0; read < most;) {
    const pulled = await ask(pull, { topic, queueNo, offset, most: Math.min(A_PULL, most - read) });
    if (pulled === null) return 0;
    for (const message of pulled.messages) see(message);
    read += Math.max(1, pulled.messages.length);
    const next = Math.max(pulled.next, pulled.min);
    if (next >= pulled.max || next <= offset) return 0;
    offset = next;
    if (read >= most) return pulled.max - offset;
  }
  return 0;
}
