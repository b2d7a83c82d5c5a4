import { told } from '../../model/language/t';
import { DecodeError } from '../admin/decode';
import { pull } from '../admin/pull';
import type { Ask } from '../cluster';
import { popRecordOf } from '../redrive/pop-record';
import { readWheel } from '../schedule/read-wheel';
import type { StoredMessage } from '../wire/message';
import { OpenLeases } from './open-leases';
import { type Found, type WaitingRetry, waitingOf } from './waiting';

/** Of one broker: records of all groups lie together. */
const MOST_RECORDS = 12_800;
/** Each costs a read of its own: of the others only the number is known. */
const MOST_MESSAGES = 64;

/**
 * What 5.x clients hold, or failed and wait for: brokers write down each hand-out and each end of one, and what has no
 * end yet is open. Longer than `windowMs` no hand-out lasts.
 */
export async function readHeld(
  ask: Ask,
  { broker, group, nowMs, windowMs }: { broker: string; group: string; nowMs: number; windowMs: number },
): Promise<Found> {
  const open = new OpenLeases(group);
  const left = await readWheel(ask, { sinceMs: nowMs - windowMs, most: MOST_RECORDS }, (message) => {
    const record = readable(message);
    if (record !== null) open.see(record);
  });
  const held = open.at(nowMs);
  const items: WaitingRetry[] = [];
  for (const { topic, queueNo, offset, untilMs } of held.slice(0, MOST_MESSAGES)) {
    const [message] = (await ask(pull, { topic, queueNo, offset, most: 1 }))?.messages ?? [];
    if (message?.queueOffset !== offset) continue;
    items.push(waitingOf(message, { broker, group, state: 'held', limit: 'group', dueMs: untilMs }));
  }
  const leftWhy =
    left === 0 ? null : told('{left, number} older delivery records on {broker} were not read', { left, broker });
  return { items, count: held.length, unopened: held.length - items.length, leftWhy };
}

/** One that cannot be read is of a newer broker, or of something else. */
function readable(message: StoredMessage): ReturnType<typeof popRecordOf> {
  try {
    return popRecordOf(message);
  } catch (error) {
    if (error instanceof DecodeError) return null;
    throw error;
  }
}
