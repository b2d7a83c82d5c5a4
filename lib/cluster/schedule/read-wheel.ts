import { pull } from '../admin/pull';
import { searchOffset } from '../admin/search-offset';
import type { Ask } from '../cluster';
import { readPart } from '../read/read-part';
import { WHEEL_TOPIC } from '../redrive/pop-record';
import type { StoredMessage } from '../wire/message';

/**
 * The log behind a broker's timer, oldest first: records of what 5.x clients were handed out and messages with a
 * delivery time, of all groups and topics together. @returns how many older ones since then were not read
 */
export async function readWheel(
  ask: Ask,
  { sinceMs, most }: { readonly sinceMs: number; readonly most: number },
  see: (message: StoredMessage) => void,
): Promise<number> {
  const place = { topic: WHEEL_TOPIC, queueNo: 0 };
  const head = await ask(pull, { ...place, offset: 0, most: 1 });
  if (head === null) return 0;
  const since = Math.max(head.min, await ask(searchOffset, { ...place, atMs: sinceMs }));
  const from = Math.max(since, head.max - most);
  // Further ones are stored meanwhile.
  await readPart(ask, { ...place, from, most: most * 2 }, see);
  return from - since;
}
