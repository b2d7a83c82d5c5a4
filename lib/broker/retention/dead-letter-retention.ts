import type { Actor } from '../../model/audit/actor';
import type { Setting } from '../../model/broker-setting';
import { checkDeadLetterRetention } from '../../model/dead-letter/check-dead-letter-retention';
import { type DeadLetterRetention, EXPIRING_SOON_MS, keepMsOf } from '../../model/dead-letter/dead-letter-retention';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import { deadLetterRetained } from '../../store/queries/dead-letter/dead-letter-causes';
import { deadLetterExpiring } from '../../store/queries/dead-letter/dead-letter-expiring';
import type { BrokerContext } from '../context';
import { updateSetting } from '../setting/update';

export interface GroupExpiry {
  readonly group: string;
  /** Past their time. */
  readonly due: number;
  /** Within 24 hours, the due ones included. */
  readonly soon: number;
}

export interface DeadLetterForecast {
  readonly due: number;
  readonly soon: number;
  readonly retained: number;
  /** Groups that lose something within 24 hours, most first. */
  readonly groups: readonly GroupExpiry[];
}

/** What a retention would remove: at once, and within 24 hours. Nothing is changed. @throws BrokerError bad-request */
export async function forecastDeadLetters(
  ctx: BrokerContext,
  retention: DeadLetterRetention,
): Promise<DeadLetterForecast> {
  checkDeadLetterRetention(retention);
  const db = ctx.store.console;
  const now = ctx.clock.nowOrNull();
  const keepMs = keepMsOf(retention);
  const retained = await deadLetterRetained(db);
  if (keepMs === null) return { due: 0, soon: 0, retained, groups: [] };
  const [due, soon] = await Promise.all([
    deadLetterExpiring(db, now, keepMs, 0),
    deadLetterExpiring(db, now, keepMs, EXPIRING_SOON_MS),
  ]);
  const dueOf = new Map(due.map(({ groupId, count }) => [groupId, count]));
  const groups = soon
    .map(({ groupId, group, count }) => ({ group, due: dueOf.get(groupId) ?? 0, soon: count }))
    .filter((each) => each.soon > 0)
    .toSorted((a, b) => b.due - a.due || b.soon - a.soon || a.group.localeCompare(b.group));
  const sum = (read: (each: GroupExpiry) => number): number => groups.reduce((total, each) => total + read(each), 0);
  return { due: sum((each) => each.due), soon: sum((each) => each.soon), retained, groups };
}

export interface SetDeadLetterRetentionInput {
  readonly keepHours: number | null;
  /** The version the editor saw. */
  readonly version: number;
  /** How many dead letters it may remove at once; more, and nothing is changed. */
  readonly mayRemove: number;
  readonly actor: Actor;
  readonly reason?: string | undefined;
}

/**
 * Sets how long dead letters are kept, existing ones included. Shortening it needs the number of dead letters this
 * removes at once: with fewer than there are it is refused.
 * @throws BrokerError bad-request, conflict (another version, or it would remove more)
 */
export async function setDeadLetterRetention(
  ctx: BrokerContext,
  { keepHours, version, mayRemove, actor, reason }: SetDeadLetterRetentionInput,
): Promise<Setting<'dead-letter-retention'>> {
  const name = 'dead-letter-retention';
  const { due } = await forecastDeadLetters(ctx, { keepHours });
  const { value } = await ctx.settings.refresh(name);
  if (due > mayRemove && isShorter(keepHours, value.keepHours)) {
    throw new BrokerError(
      'conflict',
      told('Keeping dead letters for {keepHours} h would remove {due} of them now (limit: {mayRemove}).', {
        keepHours: keepHours ?? 0,
        due,
        mayRemove,
      }),
      { field: 'mayRemove', limit: mayRemove, value: due },
    );
  }
  return await updateSetting(ctx, { name, version, value: { keepHours }, actor, reason });
}

function isShorter(hours: number | null, than: number | null): boolean {
  return hours !== null && (than === null || hours < than);
}
