import { joined, type Reason, type Told, told } from '../../model/language/t';
import type { AttemptBucket } from '../../model/delivery/attempt-bucket';
import { HOUR_MS } from '../../model/dead-letter/dead-letter-retention';
import { bound, known, notOffered, type ToldReading } from '../../model/reading';
import type { Found } from './waiting';

/** 2026-01-31T12:00 */
const MINUTE_CHARS = 16;

/** What of one broker may be over the limit of its group. */
export interface MayBeOver {
  readonly broker: string;
  readonly due: Found;
  readonly held: Found;
  readonly merges: boolean;
}

/**
 * How far those have come that the limit of the group ends: what 5.x clients hold, back off from, or get next. A proxy
 * looks at the limit when it takes a message from a broker for a client, and hands one that was delivered more often to
 * the dead letters instead. Messages of 4.x clients die by the limit of the client that sends them back. Pure.
 *
 * @param untold why no broker lists what 5.x clients hold; null: some do
 */
export function attemptsOf(
  parts: readonly MayBeOver[],
  { asOf, untold, missing }: { readonly asOf: string; readonly untold: Told | null; readonly missing: Told | null },
): ToldReading<readonly AttemptBucket[]> {
  if (untold !== null) return notOffered(untold);
  const buckets = new Map<string, AttemptBucket>();
  const untilMs = Date.parse(asOf) + HOUR_MS;
  for (const item of parts.flatMap(({ due, held }) => [...due.items, ...held.items])) {
    if (item.limit !== 'group') continue;
    const { broker, dueAt } = item;
    // What is held is being delivered, or was: that is one delivery more than the broker counted when it stored it.
    const leased = item.state === 'held';
    const attempt = item.failed + (leased ? 1 : 0);
    const minute = Date.parse(dueAt) < untilMs ? dueAt.slice(0, MINUTE_CHARS) : 'later';
    const key = `${broker} ${attempt} ${leased} ${minute}`;
    const before = buckets.get(key);
    const firstAt = before === undefined || dueAt < before.firstAt ? dueAt : before.firstAt;
    buckets.set(key, { attempt, leased, messages: (before?.messages ?? 0) + 1, firstAt, broker });
  }
  const found = [...buckets.values()].toSorted((a, b) => a.attempt - b.attempt || Number(a.leased) - Number(b.leased));
  const reasons = [missing, ...parts.flatMap(reasonsOf)].filter((why) => why !== null);
  return reasons.length === 0 ? known(found, asOf) : bound('atLeast', found, asOf, joined(reasons));
}

function reasonsOf({ broker, due, held, merges }: MayBeOver): readonly (Reason | null)[] {
  const unopened = due.unopened + held.unopened;
  return [
    due.leftWhy,
    held.leftWhy,
    unopened === 0
      ? null
      : told('for {unopened, number} more on {broker}, the number of deliveries is unknown', { unopened, broker }),
    merges ? told('{broker} does not record deliveries that end within seconds', { broker }) : null,
  ];
}
