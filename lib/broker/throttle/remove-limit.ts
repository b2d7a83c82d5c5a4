import type { Actor } from '../../model/audit/actor';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import { limitName, type ThrottleLimit } from '../../model/throttle/limit';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { limitDelete, limitLock } from '../../store/queries/throttle/throttle-limit';
import { withTransaction } from '../../store/transaction';
import type { BrokerContext } from '../context';
import { pick } from './set-limit';
import { savedMeanwhile } from '../../model/saved-meanwhile';

export interface RemoveLimitInput extends Pick<ThrottleLimit, 'kind' | 'scope' | 'subject'> {
  /** The version the editor saw; left out: whichever it is. */
  readonly version?: number | undefined;
  readonly reason: string;
  readonly actor: Actor;
}

/** @throws BrokerError not-found, conflict */
export async function removeLimit(ctx: BrokerContext, input: RemoveLimitInput): Promise<void> {
  await withTransaction(ctx.store.broker, async (db) => {
    const before = await limitLock(db, input);
    if (before === null)
      throw new BrokerError('not-found', told('The limit {input} does not exist.', { input: limitName(input) }), {
        field: 'limit',
      });
    if (!(await limitDelete(db, before.limitId, input.version ?? before.version))) {
      throw new BrokerError('conflict', savedMeanwhile(before.version, input.version ?? 0), {
        field: 'version',
        limit: before.version,
        value: input.version,
      });
    }
    const { actor, reason } = input;
    await appendAudit(db, { actor, action: 'limit.remove', target: limitName(input), reason, before: pick(before) });
  });
  await ctx.throttle.reload();
  ctx.changes.emit({ kind: 'limit' });
}
