import { appendAudit } from '../../store/queries/audit/audit-append';
import { redriveCancel, redriveRecall } from '../../store/queries/redrive/redrive-control';
import type { BrokerContext } from '../context';
import { change, type ControlRedriveInput } from './control';
import { returnedLetters } from './returned-letters';
import { redriveName } from './name';

export interface RecalledRedrive {
  readonly redriveId: number;
  /** Released, not fetched by any client, and dead letters again. */
  readonly recalled: number;
  /** Never released, and never will be. */
  readonly left: number;
}

/**
 * Takes back what no client has fetched: ends the releasing, and what was released and not fetched is a dead letter
 * again, in one transaction. What a client has fetched cannot be recalled. @throws BrokerError not-found
 */
export async function recallRedrive(ctx: BrokerContext, input: ControlRedriveInput): Promise<RecalledRedrive> {
  const kept = await returnedLetters(ctx);
  const { counts, group } = await change(ctx, input, async (db, job) => {
    const now = ctx.clock.nowOrNull();
    const isOpen = job.state !== 'completed' && job.state !== 'cancelled';
    const left = isOpen ? await redriveCancel(db, now, job.redriveId, kept) : 0;
    const recalled = await redriveRecall(db, now, job.redriveId);
    if (recalled + left > 0) {
      await appendAudit(db, {
        actor: input.actor,
        action: 'redrive.recall',
        target: redriveName(job.redriveId),
        reason: input.reason,
        counts: { recalled, left },
      });
    }
    return { counts: { recalled, left }, group: job.group };
  });
  if (counts.recalled > 0) {
    ctx.changes.emit({ kind: 'dead-letter', group });
    ctx.changes.emit({ kind: 'message', group });
  }
  return { redriveId: input.redriveId, ...counts };
}
