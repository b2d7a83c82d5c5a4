import type { MovePort } from '../port/move';
import type { RocketmqContext } from '../rocketmq/context';
import { planMove, shownPlan } from './plan';
import { readMove } from './read';
import { moveName } from './requires';
import { startMove } from './start';
import { stepMove } from './step-move';

export function movePort({ broker, engine }: RocketmqContext): MovePort {
  return {
    plan: async () => shownPlan(await planMove(broker, engine)),
    read: async () => {
      const found = await readMove(broker, engine);
      if (found === null) return null;
      const { clusterId: _id, outcomes, ...move } = found;
      // PostgreSQL writes times with an offset into what it keeps as JSON.
      const ended = outcomes.map((outcome) => ({ ...outcome, at: new Date(outcome.at).toISOString() }));
      return { ...move, name: moveName(move.moveId), outcomes: ended };
    },
    start: (input) => startMove(broker, engine, input),
    step: (input) => stepMove(broker, engine, input),
  };
}
