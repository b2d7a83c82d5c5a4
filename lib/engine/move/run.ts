import type { BrokerContext } from '../../broker';
import { systemActor } from '../../model/audit/actor';
import { BrokerError, isBrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import { allowLong } from '../../store/allow-long';
import { appendAudit } from '../../store/queries/audit/audit-append';
import {
  moveFailed,
  moveGroups,
  moveGroupTaken,
  moveLock,
  movedToBrokers,
  type MoveRow,
  moveStep,
  moveTake,
  movesUnderWay,
  type OutcomeRow,
} from '../../store/queries/cluster-move/move';
import { groupLock } from '../../store/queries/group/group-find';
import { groupOpenWork, groupQueuesLock } from '../../store/queries/group/group-open-work';
import { retryRolledBack } from '../../store/sql-errors';
import { withTransaction } from '../../store/transaction';
import { moveName } from './requires';

const WORKER = systemActor('move');
/** Of one transaction: it must stay far below the statement time-out whatever the messages are. */
const A_PART = 2_000;

/**
 * What runs by itself of moves: taking messages, and noticing that all was sent. Any number of processes may: each part
 * is one transaction under the lock of the move, so that one that ends in the middle has done all of it or nothing.
 */
export class ClusterMoves {
  constructor(
    private readonly ctx: BrokerContext,
    private readonly most: number = A_PART,
  ) {}

  /** One pass. @returns whether a move is under way */
  async step(): Promise<boolean> {
    const moves = await movesUnderWay(this.ctx.store.console);
    for (const move of moves) {
      try {
        if (move.step === 'taking') await this.#take(move);
        else await this.#finish(move);
      } catch (error) {
        const why = isBrokerError(error) ? error.reason : String(error);
        this.ctx.log.warn({ moveId: move.moveId, cluster: move.cluster, error }, 'a step of a move failed; it goes on');
        await moveFailed(this.ctx.store.console, move.moveId, why);
      }
    }
    return moves.length > 0;
  }

  async #take({ moveId, clusterId, cluster }: MoveRow): Promise<void> {
    const { ctx } = this;
    const groups = (await moveGroups(ctx.store.console, moveId)).filter(({ messages }) => messages);
    const next = groups.find(({ takenAt }) => takenAt === null);
    await retryRolledBack(() =>
      withTransaction(ctx.store.console, async (db) => {
        await allowLong(db);
        const move = await moveLock(db, clusterId);
        if (move?.moveId !== moveId || move.step !== 'taking') return;
        const now = ctx.clock.nowOrNull();
        if (next === undefined) {
          const rows = groups.map(({ group, waiting, dead }): OutcomeRow => ({
            ...{ what: told('group {name}', { name: group }), broker: null, problem: null },
            did: told(
              `{waiting, plural, one {# waiting message} other {# waiting messages}} and {dead, plural, one {# dead
              letter} other {# dead letters}} are now kept for {cluster}`,
              { waiting, dead, cluster },
            ),
          }));
          await moveStep(db, now, moveId, { next: 'send', outcome: { step: 'taking', by: WORKER.name, rows } });
          const counts = {
            waiting: groups.reduce((sum, { waiting }) => sum + waiting, 0),
            dead: groups.reduce((sum, { dead }) => sum + dead, 0),
          };
          await appendAudit(db, {
            ...{ actor: WORKER, action: 'move.taken', target: moveName(moveId), workspace: cluster, counts },
          });
          return;
        }
        const { groupId } = await ctx.groups.find(next.group);
        const group = await groupLock(db, groupId);
        await groupQueuesLock(db, groupId);
        const { inFlight, openRedrives } = await groupOpenWork(db, groupId);
        if (group === null || group.pausedAt === null || inFlight > 0 || openRedrives > 0)
          throw new BrokerError(
            'conflict',
            told('{group} is still working here. Pause it again, and let its clients and re-drives finish.', {
              group: next.group,
            }),
            { field: 'group', limit: 'paused, nothing in flight, no re-drive', value: next.group },
          );
        const { waiting, dead } = await moveTake(db, now, { moveId, groupId, most: this.most });
        if (waiting + dead === 0) await moveGroupTaken(db, now, moveId, next.group);
      }),
    );
    await moveFailed(ctx.store.console, moveId, null);
    if (next !== undefined) ctx.changes.emit({ kind: 'dead-letter', group: next.group });
    ctx.changes.emit({ kind: 'setting' });
  }

  async #finish({ moveId, clusterId, cluster }: MoveRow): Promise<void> {
    const { ctx } = this;
    const sent = await movedToBrokers(ctx.store.console, moveId);
    if (sent.some(({ state }) => state === 'planned' || state === 'sending')) return;
    const rows = outcomeOf(sent);
    await withTransaction(ctx.store.console, async (db) => {
      const move = await moveLock(db, clusterId);
      if (move?.moveId !== moveId || move.step !== 'sending') return;
      await moveStep(db, ctx.clock.nowOrNull(), moveId, {
        next: 'done',
        outcome: { step: 'sending', by: WORKER.name, rows },
      });
      const counts = { sent: sent.reduce((sum, { state, count }) => sum + (isSent(state) ? count : 0), 0) };
      await appendAudit(db, {
        ...{ actor: WORKER, action: 'move.done', target: moveName(moveId), workspace: cluster, counts },
      });
    });
    ctx.changes.emit({ kind: 'setting' });
  }
}

const isSent = (state: string): boolean => state !== 'excluded' && state !== 'cancelled';

/** One line for each group and broker: what the broker stored, and what stayed in the workspace. */
function outcomeOf(sent: Awaited<ReturnType<typeof movedToBrokers>>): OutcomeRow[] {
  const places = [...new Map(sent.map(({ group, broker }) => [`${group} ${broker}`, { group, broker }])).values()];
  return places.map(({ group, broker }) => {
    const own = sent.filter((row) => row.group === group && row.broker === broker);
    const count = (wanted: boolean): number =>
      own.reduce((sum, { state, count: of }) => sum + (isSent(state) === wanted ? of : 0), 0);
    const stay = count(false);
    return {
      ...{ what: told('group {name}', { name: group }), broker, problem: null },
      did:
        stay === 0
          ? told('{stored, number} stored', { stored: count(true) })
          : told(
              `{stored, number} stored; {stay, plural, one {# remains a dead letter} other {# remain dead letters}} of the
              workspace`,
              { stored: count(true), stay },
            ),
    };
  });
}
