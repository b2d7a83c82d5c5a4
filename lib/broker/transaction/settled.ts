import { BrokerError } from '../../model/errors';
import { type Reason, told } from '../../model/language/t';
import type { HalfState, Resolution } from '../../model/message/half-message';
import type { Topic } from '../../model/topic/topic';
import type { HalfEndRow } from '../../store/queries/half-message/half-end';
import type { BrokerContext } from '../context';

export interface EndedTransaction {
  readonly state: Exclude<HalfState, 'pending'>;
  /** False: it was ended so before; a repeat changes nothing. */
  readonly changed: boolean;
}

const AGREES: Readonly<Record<Resolution, ReadonlySet<HalfState>>> = {
  commit: new Set<HalfState>(['committed']),
  // 'given-up': only without a body, of a version that dropped it at once; else the rollback has ended it.
  rollback: new Set<HalfState>(['rolled-back', 'given-up']),
};
/**
 * What a request to end a half message came to. A repeat of how it ended is fine; the opposite is refused.
 * @throws BrokerError transaction-not-found, transaction-ended
 */
export function settled(row: HalfEndRow, resolution: Resolution, name: Reason): EndedTransaction {
  if (row.state === null || row.state === 'pending') {
    throw new BrokerError(
      'transaction-not-found',
      told('{name} is unknown, or was resolved longer ago than the retention.', { name }),
      {
        field: 'transactionId',
      },
    );
  }
  if (!AGREES[resolution].has(row.state)) {
    throw new BrokerError(
      'transaction-ended',
      told(
        `{transaction} {state, select, committed {was committed} givenUp {was given up and rolled back} other {was rolled
        back}} at {at}; it cannot be {resolution, select, commit {committed} other {rolled back}} any more.`,
        {
          ...{ transaction: name, at: row.resolvedAt.toISOString(), resolution },
          state: row.state === 'given-up' ? 'givenUp' : row.state,
        },
      ),
      { field: 'resolution', limit: row.state, value: resolution },
    );
  }
  return { state: row.state, changed: row.changed };
}

/** Numbers and hints of one half message that ended now; call it after the commit. */
export function tellEnd(ctx: BrokerContext, topic: Topic, messageId: string, row: HalfEndRow): void {
  if (!row.changed) return;
  const labels = { topic: topic.name };
  if (row.state === 'committed') {
    ctx.metrics.count('rocketmq_commit_messages_total', labels);
    ctx.metrics.observe(
      'rocketmq_finish_message_latency',
      labels,
      (row.resolvedAt.getTime() - row.storedAt.getTime()) / 1000,
    );
    ctx.wakeups.topic(topic.topicId);
  } else {
    ctx.metrics.count('rocketmq_rollback_messages_total', labels);
  }
  ctx.changes.emit({ kind: 'topic' });
  ctx.changes.emit({ kind: 'message', messageId });
}
