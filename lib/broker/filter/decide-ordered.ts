import type { FreedKey, LookedAtLog, OrderedFilterDecision } from '../../store/queries/filter/fifo-filter-take';
import type { PeekedOrderedMessage } from '../../store/queries/filter/fifo-filter-peek';
import type { DueMessage } from '../../store/queries/filter/filter-take';
import type { Matcher } from './matcher';

/** Only what matches and what does not: which keys are free for it is known under the lock that takes it. */
export async function decideOrdered(
  matcher: Matcher,
  peeked: readonly PeekedOrderedMessage[],
): Promise<OrderedFilterDecision> {
  const drops: DueMessage[] = [];
  const due: DueMessage[] = [];
  const freed = new Map<string, FreedKey & { offs: number[]; through: number | null }>();
  const log = new Map<number, LookedAtLog & { offs: number[]; endOff: number }>();
  for (const message of peeked) {
    const { queueId, values, fromOff, fromSeg } = message;
    const matches = message.off !== null && (await matcher.matches(values));
    if (message.part === 'due') {
      (matches ? due : drops).push({ queueId, off: message.off, epoch: message.epoch });
    } else if (message.part === 'freed') {
      const { key, keyPos, more, off } = message;
      const looked = entry(freed, `${queueId} ${key}`, { queueId, key, keyPos, fromOff, through: null, offs: [] });
      if (more) looked.through = off;
      if (matches && off !== null) looked.offs.push(off);
    } else {
      const { off } = message;
      const looked = entry(log, queueId, { queueId, seg: message.seg, fromOff, fromSeg, endOff: fromOff, offs: [] });
      looked.endOff = off + 1;
      if (matches) looked.offs.push(off);
    }
  }
  return { drops, due, freed: [...freed.values()], log: [...log.values()] };
}

function entry<Key, Value>(entries: Map<Key, Value>, key: Key, fresh: Value): Value {
  const known = entries.get(key);
  if (known !== undefined) return known;
  entries.set(key, fresh);
  return fresh;
}
