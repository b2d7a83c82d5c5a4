import type { Actor } from '../../model/audit/actor';
import { BrokerError } from '../../model/errors';
import { t, told } from '../../model/language/t';
import { topicNotFound } from '../../model/not-found';
import { allowLong } from '../../store/allow-long';
import { appendAudit } from '../../store/queries/audit/audit-append';
import {
  topicDelete,
  type TopicHolds,
  topicHolds,
  topicLock,
  topicToChange,
  type TopicUses,
  topicUses,
} from '../../store/queries/topic/topic-change';
import { retryRolledBack } from '../../store/sql-errors';
import { withTransaction } from '../../store/transaction';
import type { BrokerContext } from '../context';
import { wholeOf } from '../in-team';
import { beginDeletion } from '../deletion/step';
import { redirectName } from '../../model/redirect/redirect';
import { redriveName } from '../../model/redrive/redrive';

export interface DeleteTopicInput {
  readonly topic: string;
  /** The topic's name again, when it is not empty. */
  readonly confirm?: string | undefined;
  readonly reason?: string | undefined;
  readonly actor: Actor;
}

export interface TopicDeletePlan extends TopicHolds, TopicUses {
  readonly topic: string;
  /** Nothing is in it and no group reads it: it goes without being named again. */
  readonly isEmpty: boolean;
  /** Why it cannot be deleted now; null: it can. */
  readonly refusal: string | null;
}

/** What a topic takes along and what stays, before it is deleted. @throws BrokerError topic-not-found */
export async function planTopicDelete(ctx: BrokerContext, topic: string): Promise<TopicDeletePlan> {
  const db = ctx.store.console;
  const found = await topicToChange(db, topic);
  if (found === null) throw topicNotFound(topic);
  const holds = await topicHolds(db, found.topicId);
  // What refuses the deletion may be of another team: its number is named, and nothing else of it.
  const uses = await topicUses(wholeOf(ctx.store).console, found.topicId);
  return toPlan(topic, found.deadLettersOf, { ...holds, ...uses });
}

/**
 * Deletes a topic. Sends and receives are answered as for one that never was; its dead letters stay. What clients hold
 * ends at once; what waits for a retry, is scheduled or is an open transaction goes in the background when it is much
 * (stepDeletions).
 * @throws BrokerError topic-not-found, bad-request, conflict
 */
export async function deleteTopic(ctx: BrokerContext, input: DeleteTopicInput): Promise<TopicDeletePlan> {
  const { topic, confirm, reason, actor } = input;
  const { deletionId, ...plan } = await retryRolledBack(() =>
    withTransaction(ctx.store.broker, async (db) => {
      await allowLong(db);
      const locked = await topicLock(db, topic);
      if (locked === null) throw topicNotFound(topic);
      const holds = await topicHolds(db, locked.topicId);
      const before = toPlan(topic, locked.deadLettersOf, { ...holds, ...(await topicUses(db, locked.topicId)) });
      if (before.refusal !== null) throw new BrokerError('conflict', before.refusal, { field: 'topic', value: topic });
      if (!before.isEmpty && confirm !== topic)
        throw new BrokerError(
          'bad-request',
          told('confirm must be the name of the topic, {topic}, because it is not empty.', { topic }),
          {
            field: 'confirm',
            limit: topic,
            value: confirm ?? null,
          },
        );
      const { stored, deadLetters, waiting, scheduled, transactions } = holds;
      const { topicId } = locked;
      const counted = waiting + scheduled + transactions;
      const begun = await topicDelete(db, ctx.clock.nowOrNull(), { topicId, by: actor.name, counted });
      const ended = { inFlight: begun.inFlight, waiting, scheduled, transactions };
      await appendAudit(db, {
        actor,
        action: 'topic.delete',
        target: topic,
        reason,
        before: { messageType: locked.messageType, queues: locked.queues, readers: holds.readers },
        counts: { stored, ...ended, deadLettersKept: deadLetters },
      });
      return { ...before, ...ended, deletionId: begun.deletionId };
    }),
  );
  ctx.topics.forget(topic);
  ctx.changes.emit({ kind: 'topic' });
  ctx.changes.emit({ kind: 'group' });
  await beginDeletion(ctx, deletionId);
  return plan;
}

function toPlan(topic: string, deadLettersOf: string | null, holds: TopicHolds & TopicUses): TopicDeletePlan {
  const { stored, inFlight, waiting, scheduled, transactions, readers } = holds;
  const isEmpty = stored + inFlight + waiting + scheduled + transactions + readers.length === 0;
  return { topic, ...holds, isEmpty, refusal: refusalOf(topic, deadLettersOf, holds) };
}

function refusalOf(topic: string, deadLettersOf: string | null, { redrives, redirects }: TopicUses): string | null {
  if (deadLettersOf !== null)
    return t('Topic {topic} holds the dead letters of group {deadLettersOf}.', { topic, deadLettersOf });
  const [first, ...others] = redrives;
  if (first !== undefined)
    return t(
      `{redrive} still releases messages to topic {topic}{more, plural, =0 {} one { (and # more)} other { (and #
      more)}}. Cancel it, or wait until it ends.`,
      { redrive: redriveName(first), more: others.length, topic },
    );
  if (redirects.length === 0) return null;
  return t(
    `Dead letters are redirected to topic {topic} ({redirects}). End {count, plural, one {this redirect} other {these
    redirects}} first, or ask an administrator if it belongs to another team.`,
    { topic, redirects: redirects.map(redirectName), count: redirects.length },
  );
}
