import { type BrokerContext, pauseGroup, resumeGroup } from '../../broker';
import type { Actor } from '../../model/audit/actor';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import { toText } from '../../model/problem/phrase';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { groupsToMove, lastStored } from '../../store/queries/cluster-move/figures';
import {
  moveBrokers,
  moveGroupPaused,
  moveGroups,
  type MoveRow,
  moveStep,
  type MoveStep,
  type OutcomeRow,
} from '../../store/queries/cluster-move/move';
import { letterGroup } from '../../store/queries/cluster/letter-queue';
import { withTransaction } from '../../store/transaction';
import type { ClusterEngine } from '../rocketmq/clusters/directory';
import { requireChanges } from '../rocketmq/groups/write';
import { moveName, requireMove } from './requires';

/** A topic that was sent to so lately has a producer here still. */
const QUIET_MS = 60_000;

interface StepInput {
  readonly actor: Actor;
  /** Producers are not quiet yet, and who asks knows it. */
  readonly anyway?: boolean | undefined;
}

/** An operator says that producers send to the cluster now. @throws BrokerError conflict while one sends here */
export async function noteSwitched(
  ctx: BrokerContext,
  engine: ClusterEngine,
  { actor, anyway = false }: StepInput,
): Promise<readonly OutcomeRow[]> {
  return await step(ctx, engine, { at: 'switch', actor }, async (move) => {
    const topics = await lastStored(ctx.store.console, move.topics);
    const rows = topics.map(({ topic, at }): OutcomeRow => ({
      ...{ what: told('topic {name}', { name: topic }), broker: null },
      did:
        at === null
          ? told('no message was ever sent here')
          : told('last message sent here at {time}', { time: toText([{ at: at.toISOString() }]) }),
      problem: null,
    }));
    const loud = topics.filter(({ silentMs }) => silentMs !== null && silentMs < QUIET_MS).map(({ topic }) => topic);
    if (loud.length > 0 && !anyway)
      throw new BrokerError('conflict', told('A producer sent to {loud} here within the last minute.', { loud }), {
        ...{ field: 'anyway', limit: 'a minute without a message, or anyway', value: loud.join(', ') },
      });
    return { next: 'pause', rows };
  });
}

/**
 * Pauses here the groups whose messages go along, and looks whether anything is still with a client. It is repeated
 * until nothing is. @throws BrokerError not-found, conflict
 */
export async function pauseForMove(
  ctx: BrokerContext,
  engine: ClusterEngine,
  { actor }: StepInput,
): Promise<readonly OutcomeRow[]> {
  return await step(ctx, engine, { at: 'pause', actor }, async (move) => {
    const groups = (await moveGroups(ctx.store.console, move.moveId)).filter(({ messages }) => messages);
    for (const { group } of groups) {
      const reason = `${moveName(move.moveId)} to ${engine.name}: ${move.reason}`;
      const { changed } = await pauseGroup(ctx, { name: group, actor, reason });
      if (changed) await moveGroupPaused(ctx.store.console, move.moveId, group);
    }
    const figures = new Map((await groupsToMove(ctx.store.console)).map((row) => [row.group, row]));
    const rows = groups.map(({ group }): OutcomeRow => {
      const inFlight = figures.get(group)?.inFlight ?? 0;
      return {
        ...{ what: told('group {name}', { name: group }), broker: null, did: told('paused here') },
        problem:
          inFlight === 0
            ? null
            : told('{count, plural, one {# message is} other {# messages are}} still in flight. Check again later.', {
                count: inFlight,
              }),
      };
    });
    const atRest = rows.every(({ problem }) => problem === null);
    // Nothing goes along: there is nothing to take or to send.
    return { next: groups.length === 0 ? 'done' : atRest ? 'take' : 'pause', rows };
  });
}

/** Lets a worker take the messages; the brokers that they go to are written down first. @throws BrokerError */
export async function takeForMove(
  ctx: BrokerContext,
  engine: ClusterEngine,
  { actor }: StepInput,
): Promise<readonly OutcomeRow[]> {
  return await step(ctx, engine, { at: 'take', actor }, async (move) => {
    const { brokers } = await engine.cluster.topology();
    const away = brokers.find(({ address }) => address === null);
    if (away !== undefined)
      throw new BrokerError(
        'unavailable',
        told('{away} is not available. Messages are spread over all brokers.', { away: away.name }),
      );
    await moveBrokers(
      ctx.store.console,
      move.moveId,
      brokers.map(({ name }) => name),
    );
    for (const { group } of await moveGroups(ctx.store.console, move.moveId))
      await letterGroup(ctx.store.console, ctx.clock.nowOrNull(), engine.clusterId, group);
    return { next: 'taking', rows: null };
  });
}

/** Groups that it paused go on here. What was made in the cluster stays. @throws BrokerError not-found, conflict */
export async function cancelMove(ctx: BrokerContext, engine: ClusterEngine, { actor }: StepInput): Promise<void> {
  const early: readonly MoveStep[] = ['settings', 'switch', 'pause', 'take'];
  const move = await withTransaction(ctx.store.console, (db) => requireMove(db, engine, early));
  const groups = (await moveGroups(ctx.store.console, move.moveId)).filter(({ paused }) => paused);
  for (const { group } of groups)
    await resumeGroup(ctx, { name: group, actor, reason: `${moveName(move.moveId)} was cancelled` });
  await withTransaction(ctx.store.console, async (db) => {
    await requireMove(db, engine, early);
    const rows = groups.map(({ group }) => ({
      what: told('group {name}', { name: group }),
      broker: null,
      did: told('resumed here'),
      problem: null,
    }));
    await moveStep(db, ctx.clock.nowOrNull(), move.moveId, {
      next: 'cancelled',
      outcome: { step: 'cancelled', by: actor.name, rows },
    });
    await appendAudit(db, {
      ...{ actor, action: 'move.cancel', target: moveName(move.moveId), workspace: engine.name },
      before: { step: move.step },
    });
  });
  ctx.changes.emit({ kind: 'setting' });
}

/** What a step does may take a while, and is done without a lock; what came of it is noted if no other was faster. */
export async function step(
  ctx: BrokerContext,
  engine: ClusterEngine,
  { at, actor }: { readonly at: MoveStep; readonly actor: Actor },
  work: (move: MoveRow) => Promise<{ readonly next: MoveStep; readonly rows: readonly OutcomeRow[] | null }>,
): Promise<readonly OutcomeRow[]> {
  requireChanges(engine);
  const move = await withTransaction(ctx.store.console, (db) => requireMove(db, engine, [at]));
  const { next, rows } = await work(move);
  await withTransaction(ctx.store.console, async (db) => {
    await requireMove(db, engine, [at]);
    const outcome = rows === null ? null : { step: at, by: actor.name, rows };
    await moveStep(db, ctx.clock.nowOrNull(), move.moveId, { next, outcome });
    await appendAudit(db, {
      ...{ actor, action: `move.${at}`, target: moveName(move.moveId), workspace: engine.name },
      after: { next },
    });
  });
  ctx.changes.emit({ kind: 'setting' });
  return rows ?? [];
}
