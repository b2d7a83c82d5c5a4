import { EXPIRING_SOON_MS, HOUR_MS, keepMsOf } from '../../model/dead-letter/dead-letter-retention';
import { earliest } from '../../model/earliest';
import { deadLetterExpiring } from '../../store/queries/dead-letter/dead-letter-expiring';
import { deadLetterNextExpiry } from '../../store/queries/dead-letter/dead-letter-next-expiry';
import type { BrokerContext } from '../context';

export interface ExpiryClock {
  /** Null: none expires as things are. */
  readonly nextAt: Date | null;
  /** Removed within 6 hours, and within 24, unless an operator acts. */
  readonly within6h: number;
  readonly within24h: number;
}

const SIX_HOURS_MS = 6 * HOUR_MS;

/** How long until dead letters are lost, from the rows: of one group, or of all. */
export async function readExpiryClock(ctx: BrokerContext, group?: string): Promise<ExpiryClock> {
  const keepMs = keepMsOf((await ctx.settings.find('dead-letter-retention')).value);
  if (keepMs === null) return { nextAt: null, within6h: 0, within24h: 0 };
  const db = ctx.store.console;
  const now = ctx.clock.nowOrNull();
  const groupId = group === undefined ? null : (await ctx.groups.find(group)).groupId;
  const [next, soon, later] = await Promise.all([
    deadLetterNextExpiry(db, keepMs, groupId === null ? null : [groupId]),
    deadLetterExpiring(db, now, keepMs, SIX_HOURS_MS, groupId),
    deadLetterExpiring(db, now, keepMs, EXPIRING_SOON_MS, groupId),
  ]);
  const sum = (rows: typeof soon): number => rows.reduce((total, { count }) => total + count, 0);
  return { nextAt: earliest(next.map(({ at }) => at)), within6h: sum(soon), within24h: sum(later) };
}
