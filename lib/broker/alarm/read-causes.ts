import type { AlarmIncident } from '../../model/alarm/incident';
import type { AlarmRule } from '../../model/alarm/rule';
import { causeSubject, fingerprintOfSubject, groupOfSubject } from '../../model/alarm/subject';
import { keepMsOf } from '../../model/dead-letter/dead-letter-retention';
import { causeNumbers, firstDeliveriesSince } from '../../store/queries/alarm/alarm-letters';
import type { BrokerContext } from '../context';
import { listDeadLetterCauses } from '../dead-letter/causes';

export interface CauseSeen {
  readonly value: number;
  readonly firstAt: Date;
}

/** Dead letters by cause, of the causes that a rule may be about. Null: unknown. One that is not in it has none. */
export type CausesSeen = ReadonlyMap<string, CauseSeen> | null;

/** @param known subjects that a rule has read before, read however few there are */
export async function readCauses(
  ctx: BrokerContext,
  now: Date,
  rules: readonly AlarmRule[],
  known: readonly string[],
): Promise<CausesSeen> {
  const own = rules.filter(({ watch, enabled }) => watch === 'dead-letters-of-cause' && enabled);
  if (own.length === 0) return new Map();
  const atLeast = Math.min(...own.map(({ threshold }) => threshold));
  const pairs = known.map((subject) => ({
    group: groupOfSubject(subject),
    fingerprint: fingerprintOfSubject(subject) ?? '',
  }));
  try {
    const rows = await causeNumbers(ctx.store.console, now, atLeast, pairs);
    return new Map(
      rows.map(({ group, fingerprint, value, firstAt }) => [causeSubject(group, fingerprint), { value, firstAt }]),
    );
  } catch (error) {
    ctx.log.warn({ error }, 'alarms could not count dead letters by cause: their values are unknown');
    return null;
  }
}

const SHOWN = 3;

/** The dead letters of an alarm that are there now: of its own cause, or of the biggest ones of its group. */
export async function readAlarmCauses(ctx: BrokerContext, { subject }: Pick<AlarmIncident, 'subject'>) {
  const [group, fingerprint] = [groupOfSubject(subject), fingerprintOfSubject(subject)];
  const found = await listDeadLetterCauses(ctx, { group });
  const items = fingerprint === null ? found.items : found.items.filter(({ key }) => key === fingerprint);
  const lastMs = Math.max(...items.map(({ lastAt }) => lastAt.getTime()));
  const firstMs = Math.min(...items.map(({ firstAt }) => firstAt.getTime()));
  const keepMs = keepMsOf((await ctx.settings.find('dead-letter-retention')).value);
  const lastAt = items.length === 0 ? null : new Date(lastMs);
  return {
    items: items.slice(0, SHOWN),
    causes: fingerprint === null ? found.causes : items.length,
    /** Accepted ones included. */
    letters: fingerprint === null ? found.causeLetters : items.reduce((sum, { count }) => sum + count, 0),
    lastAt,
    /** When the first of them expires; null: none does. */
    expiresAt: lastAt === null || keepMs === null ? null : new Date(firstMs + keepMs),
    /** New messages that were delivered since the last death; null: none died. */
    deliveredSince: lastAt === null ? null : await firstDeliveriesSince(ctx.store.console, group, lastAt),
  };
}
