import type { AlarmRule } from '../../model/alarm/rule';
import { causeSubject, fingerprintOfSubject, groupOfSubject } from '../../model/alarm/subject';
import { causeNumbers } from '../../store/queries/alarm/alarm-letters';
import type { BrokerContext } from '../context';

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
