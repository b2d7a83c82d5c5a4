import type { Actor } from '../../model/audit/actor';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import { ACK_LIMITS } from '../../model/problem/acknowledged';
import type { Problem, ProblemAck } from '../../model/problem/problem';
import { withMetadata } from '../../store/metadata';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { ackPrefix, problemAckRemove, problemAckSet } from '../../store/queries/problem/problem-acks';
import { databaseTime } from '../../store/queries/schedule/database-time';
import { acknowledgeAlarm } from '../alarm/acknowledge';
import type { BrokerContext } from '../context';
import { readProblems } from './read-problems';

export interface AcknowledgeProblem {
  /** Its key. */
  readonly problem: string;
  readonly forMs: number;
  readonly note: string;
  readonly actor: Actor;
}

/**
 * Says who has a problem in hand and until when. It leaves the list of what needs an operator, and comes back when the
 * time is over, when it is worse than now, or when it ends and begins anew. Its alarm is acknowledged with it.
 * @throws BrokerError bad-request, not-found (there is no such problem any more)
 */
export async function acknowledgeProblem(ctx: BrokerContext, input: AcknowledgeProblem): Promise<ProblemAck> {
  const { forMs, actor } = input;
  const note = input.note.trim();
  const { minMs, maxMs, noteChars } = ACK_LIMITS;
  if (!Number.isInteger(forMs) || forMs < minMs || forMs > maxMs)
    throw new BrokerError(
      'bad-request',
      told('forMs must be between {minMs} and {maxMs} ms (got {forMs}).', { minMs, maxMs, forMs }),
      {
        ...{ field: 'forMs', limit: `${minMs} to ${maxMs} ms`, value: forMs },
      },
    );
  if (note.length > noteChars)
    throw new BrokerError('bad-request', told('A note may have at most {noteChars} characters.', { noteChars }), {
      ...{ field: 'note', limit: noteChars, value: note.length },
    });
  // as it is now, not as it was on the operator's screen
  const { items } = await readProblems(ctx);
  const problem = items.find(({ key }) => key === input.problem);
  if (problem === undefined)
    throw new BrokerError('not-found', told('This problem does not exist any more.'), {
      field: 'problem',
      value: input.problem,
    });
  await acknowledgeItsAlarm(ctx, problem, { reason: note, actor });
  const { tier, weight } = problem.rank;
  const ack = await withMetadata(ctx.store.prisma, async (db) => {
    const ackedAt = ctx.clock.nowOrNull() ?? (await databaseTime(db));
    const until = new Date(ackedAt.getTime() + forMs);
    await problemAckSet(db, {
      problem: `${ackPrefix(ctx.workspace)}${problem.key}`,
      tier,
      weight,
      ackedBy: actor.name,
      ackedAt,
      until,
      note,
    });
    const after = { until: until.toISOString() };
    await appendAudit(db, {
      actor,
      action: 'problem.acknowledge',
      target: problem.key,
      ...workspaceOf(ctx),
      reason: note,
      after,
    });
    return { by: actor.name, at: ackedAt.toISOString(), until: until.toISOString(), note };
  });
  ctx.changes.emit({ kind: 'alarm' });
  return ack;
}

/** Acknowledgements are kept for all workspaces together, on a connection that is in none. */
function workspaceOf({ workspace }: BrokerContext): { readonly workspace?: string } {
  return workspace === null ? {} : { workspace };
}

/** The alarm about the same would go on calling. One that ended or was acknowledged meanwhile is left as it is. */
async function acknowledgeItsAlarm(
  ctx: BrokerContext,
  { alarm }: Problem,
  by: { readonly reason: string; readonly actor: Actor },
): Promise<void> {
  if (alarm === null || alarm.acknowledgedBy !== null) return;
  try {
    await acknowledgeAlarm(ctx, { incidentId: alarm.incidentId, ...by });
  } catch (error) {
    if (!(error instanceof BrokerError) || error.code !== 'conflict') throw error;
  }
}

/** @throws BrokerError conflict (no operator has it in hand) */
export async function releaseProblem(
  ctx: BrokerContext,
  { problem, actor }: Pick<AcknowledgeProblem, 'problem' | 'actor'>,
): Promise<void> {
  await withMetadata(ctx.store.prisma, async (db) => {
    const had = await problemAckRemove(db, `${ackPrefix(ctx.workspace)}${problem}`);
    if (had === null)
      throw new BrokerError('conflict', told('This problem is not acknowledged any more.'), {
        field: 'problem',
        value: problem,
      });
    const before = { acknowledgedBy: had.ackedBy };
    await appendAudit(db, { actor, action: 'problem.release', target: problem, ...workspaceOf(ctx), before });
  });
  ctx.changes.emit({ kind: 'alarm' });
}
