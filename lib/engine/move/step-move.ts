import type { BrokerContext } from '../../broker';
import type { Actor } from '../../model/audit/actor';
import type { OutcomeRow } from '../../store/queries/cluster-move/move';
import type { ClusterEngine } from '../rocketmq/clusters/directory';
import { applyMove } from './apply';
import { sendMove } from './send';
import { cancelMove, noteSwitched, pauseForMove, takeForMove } from './steps';

export interface StepMoveInput {
  readonly step: 'settings' | 'switch' | 'pause' | 'take' | 'send' | 'cancel';
  readonly anyway?: boolean | undefined;
  readonly ratePerSecond?: number | undefined;
  readonly confirmed?: readonly string[] | undefined;
  readonly actor: Actor;
}

/** One step of the open move; each says what came of it. @throws BrokerError not-found, conflict, forbidden */
export async function stepMove(
  ctx: BrokerContext,
  engine: ClusterEngine,
  { step, actor, ...input }: StepMoveInput,
): Promise<readonly OutcomeRow[]> {
  switch (step) {
    case 'settings':
      return applyMove(ctx, engine, actor);
    case 'switch':
      return noteSwitched(ctx, engine, { actor, anyway: input.anyway });
    case 'pause':
      return pauseForMove(ctx, engine, { actor });
    case 'take':
      return takeForMove(ctx, engine, { actor });
    case 'send':
      return sendMove(ctx, engine, { ...input, actor });
    case 'cancel':
      await cancelMove(ctx, engine, { actor });
      return [];
  }
}
