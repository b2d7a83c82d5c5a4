import type { Reason } from '../../model/language/t';
import type { AlarmRule } from '../../model/alarm/rule';
import { SIGNALS } from '../../model/signal/signal';
import { deathsSince } from '../../store/queries/signal/signal-numbers';
import type { StoredState } from '../../store/queries/alarm/alarm-state';
import type { BrokerContext } from '../context';
import type { CausesSeen } from './read-causes';
import { signalReader } from '../signal/read-signals';

/** What an evaluation of a rule sees of one subject. */
export interface Observation {
  /** Null: unknown. */
  readonly value: number | null;
  readonly holdsSinceMs: number | null;
}

export function makeObserver(
  ctx: BrokerContext,
  now: Date,
  unwell: readonly Reason[],
  causes: CausesSeen,
): (rule: AlarmRule, before: StoredState) => Promise<Observation> {
  const read = signalReader(ctx, now);
  return async ({ watch, windowMs }, { subject, holdsSinceMs, countsFrom }) => {
    if (SIGNALS[watch].perCause) return { value: causes && (causes.get(subject)?.value ?? 0), holdsSinceMs };
    const value = (await read(watch, windowMs)).get(subject) ?? null;
    if (watch === 'deaths' && value !== null && countsFrom !== null && now.getTime() - countsFrom.getTime() < windowMs)
      return { value: await deathsSince(ctx.store.console, subject, countsFrom), holdsSinceMs };
    if (watch === 'broker-health') return brokerHealth(now, value, unwell, holdsSinceMs);
    if (SIGNALS[watch].held !== 'noticed') return { value, holdsSinceMs };
    // Time without values neither counts nor ends the state from before it.
    if (value === null) return { value, holdsSinceMs };
    const since = value > 0 ? (holdsSinceMs ?? now.getTime()) : null;
    return { value: since === null ? 0 : (now.getTime() - since) / 1000, holdsSinceMs: since };
  };
}

function brokerHealth(
  now: Date,
  seen: number | null,
  unwell: readonly Reason[],
  holdsSinceMs: number | null,
): Observation {
  const since = unwell.length > 0 ? (holdsSinceMs ?? now.getTime()) : null;
  const own = since === null ? 0 : (now.getTime() - since) / 1000;
  return { value: seen === null ? (own > 0 ? own : null) : Math.max(seen, own), holdsSinceMs: since };
}
