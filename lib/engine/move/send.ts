import { type Told, told } from '../../model/language/t';
import type { BrokerContext } from '../../broker';
import type { Actor } from '../../model/audit/actor';
import { isBrokerError } from '../../model/errors';
import { moveGroups, moveGroupSent, type OutcomeRow } from '../../store/queries/cluster-move/move';
import type { ClusterEngine } from '../rocketmq/clusters/directory';
import { startClusterRedrive } from '../rocketmq/redrives/start';
import { planMove } from './plan';
import { moveName } from './requires';
import { step } from './steps';

/** What waited here when it was moved, as a cause of dead letters. */
export const MOVED_CAUSE = 'unreported:moved';

const SEND = told('send the waiting messages');

export interface SendMoveInput {
  readonly actor: Actor;
  /** Messages a second, of each group. */
  readonly ratePerSecond?: number | undefined;
  /** By group: the other groups that get a copy through the topic, each named by who starts it. */
  readonly confirmed?: readonly string[] | undefined;
}

/**
 * Starts one re-drive for each group with what waited here. A group whose run is refused keeps its messages as dead
 * letters of the workspace, and this can be repeated: a run that was started is not started twice.
 * @throws BrokerError not-found, conflict, forbidden
 */
export async function sendMove(
  ctx: BrokerContext,
  engine: ClusterEngine,
  { actor, ratePerSecond, confirmed = [] }: SendMoveInput,
): Promise<readonly OutcomeRow[]> {
  return await step(ctx, engine, { at: 'send', actor }, async (move) => {
    const rows: OutcomeRow[] = [];
    const plan = new Map((await planMove(ctx, engine)).groups.map(({ name, others }) => [name, others]));
    for (const { group, messages, waiting, dead, redriveId } of await moveGroups(ctx.store.console, move.moveId)) {
      if (!messages) continue;
      const what = told('group {name}', { name: group });
      if (redriveId !== null || waiting === 0) {
        const did =
          redriveId === null
            ? withDead(told('no message waited'), dead)
            : withDead(sends({ redriveId, selected: waiting, excluded: 0 }), dead);
        rows.push({ what, broker: null, did, problem: null });
        continue;
      }
      // A group without a client in the cluster is not seen there yet, and gets a copy when it comes.
      const unnamed = (plan.get(group) ?? []).filter((other) => !confirmed.includes(other));
      if (unnamed.length > 0) {
        const problem = told('The messages go through a topic of {names}. Confirm that each of them gets a copy.', {
          names: unnamed,
        });
        rows.push({ what, broker: null, did: SEND, problem });
        continue;
      }
      try {
        const run = await startClusterRedrive(engine, {
          ...{ group, filter: { cause: MOVED_CAUSE }, actor, ratePerSecond, confirmed, canary: null },
          // Its clients may not have come over yet, and all clients of this installation are 5.x.
          ...{ assumed: '5.x', reason: `${moveName(move.moveId)}: ${move.reason}` },
          requestId: `${moveName(move.moveId)} ${group}`,
        });
        await moveGroupSent(ctx.store.console, move.moveId, group, run.redriveId);
        rows.push({
          what,
          broker: null,
          did: withDead(sends(run), dead),
          problem: null,
        });
      } catch (error) {
        if (!isBrokerError(error)) throw error;
        rows.push({ what, broker: null, did: SEND, problem: error.reason });
      }
    }
    return { next: rows.every(({ problem }) => problem === null) ? 'sending' : 'send', rows };
  });
}

/** "RD-12 sends 40 messages; 2 are left out". */
function sends(run: { readonly redriveId: number; readonly selected: number; readonly excluded: number }): Told {
  const given = { redrive: `RD-${run.redriveId}`, selected: run.selected };
  return run.excluded === 0
    ? told('{redrive} sends {selected, plural, one {# message} other {# messages}}', given)
    : told(
        `{redrive} sends {selected, plural, one {# message} other {# messages}}; {excluded, plural, one {# is} other {#
        are}} left out`,
        { ...given, excluded: run.excluded },
      );
}

function withDead(did: Told, dead: number): Told {
  return dead === 0
    ? did
    : told('{did}; {dead, plural, one {# dead letter is} other {# dead letters are}} in the list of the workspace', {
        ...{ did, dead },
      });
}
