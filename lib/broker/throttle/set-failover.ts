import type { Actor } from '../../model/audit/actor';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import { type Failover, FAILOVER, isEndpoints } from '../../model/throttle/failover';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { failoverDelete, failoverLock, failoverWrite } from '../../store/queries/throttle/topic-failover';
import { withTransaction } from '../../store/transaction';
import type { BrokerContext } from '../context';
import { savedMeanwhile } from '../../model/saved-meanwhile';
import { mustBe, mustBeBetween } from '../../model/check-number';

export interface SetFailoverInput {
  readonly topic: string;
  /** Null: removes it. */
  readonly endpoints: string | null;
  readonly afterSeconds?: number | undefined;
  /** The version the editor saw; 0: there was none. */
  readonly version: number;
  readonly reason: string;
  readonly actor: Actor;
}

/**
 * Sets where the producers of a topic send when throttling lasts.
 * @throws BrokerError topic-not-found, bad-request, conflict
 */
export async function setFailover(ctx: BrokerContext, input: SetFailoverInput): Promise<Failover | null> {
  const { endpoints, afterSeconds, version, actor, reason } = input;
  validate(input);
  const { topicId, name } = await ctx.topics.find(input.topic);
  const after = await withTransaction(ctx.store.broker, async (db) => {
    const before = await failoverLock(db, topicId);
    if ((before?.version ?? 0) !== version) throw conflict(input, before);
    if (endpoints === null) {
      if (before === null) return null;
      if (!(await failoverDelete(db, topicId, version))) throw conflict(input, before);
    }
    const made =
      endpoints === null
        ? null
        : await failoverWrite(db, ctx.clock.nowOrNull(), topicId, {
            endpoints,
            afterSeconds: afterSeconds ?? before?.afterSeconds ?? FAILOVER.defaultAfterSeconds,
            version,
            updatedBy: actor.name,
          });
    if (endpoints !== null && made === null) throw conflict(input, before);
    await appendAudit(db, {
      actor,
      action: endpoints === null ? 'topic.failover-remove' : 'topic.failover',
      target: name,
      reason,
      before: pick(before),
      after: pick(made),
    });
    return made;
  });
  ctx.changes.emit({ kind: 'topic' });
  ctx.changes.emit({ kind: 'limit' });
  return after;
}

function pick(failover: Failover | null): Record<string, unknown> | undefined {
  return failover === null ? undefined : { endpoints: failover.endpoints, afterSeconds: failover.afterSeconds };
}

function validate({ endpoints, afterSeconds }: SetFailoverInput): void {
  if (endpoints !== null && (endpoints.length > FAILOVER.endpointsChars || !isEndpoints(endpoints))) {
    const limit = told('host:port, several separated by semicolons, at most {most} characters', {
      ...{ most: FAILOVER.endpointsChars },
    });
    throw mustBe('endpoints', limit, endpoints.slice(0, 100));
  }
  const [min, max] = FAILOVER.afterSeconds;
  if (afterSeconds !== undefined && !(Number.isInteger(afterSeconds) && afterSeconds >= min && afterSeconds <= max)) {
    throw mustBeBetween('afterSeconds', [min, max], afterSeconds);
  }
}

function conflict({ version }: SetFailoverInput, current: Failover | null): BrokerError {
  return new BrokerError('conflict', savedMeanwhile(current?.version ?? null, version), {
    field: 'version',
    limit: current?.version ?? 0,
    value: version,
  });
}
