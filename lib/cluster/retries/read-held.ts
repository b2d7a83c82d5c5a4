import { DecodeError } from '../admin/decode';
import { pull } from '../admin/pull';
import { searchOffset } from '../admin/search-offset';
import type { Ask } from '../cluster';
import { popRecordOf, WHEEL_TOPIC } from '../redrive/pop-record';
import type { StoredMessage } from '../wire/message';
import { OpenLeases } from './open-leases';
import { readPart } from './read-part';
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
  const place = { topic: WHEEL_TOPIC, queueNo: 0 };
  const open = new OpenLeases(group);
  const head = await ask(pull, { ...place, offset: 0, most: 1 });
  if (head === null) return { items: [], count: 0, unopened: 0, leftWhy: null };
  const since = Math.max(head.min, await ask(searchOffset, { ...place, atMs: nowMs - windowMs }));
  const from = Math.max(since, head.max - MOST_RECORDS);
  await readPart(ask, { ...place, from, most: MOST_RECORDS * 2 }, (message) => {
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
  const leftWhy = from === since ? null : `${from - since} older records of hand-outs on ${broker} were not read`;
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
