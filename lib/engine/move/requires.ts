import type { PoolClient } from 'pg';
import { BrokerError } from '../../model/errors';
import { type Told, told } from '../../model/language/t';
import { moveLock, type MoveRow, type MoveStep } from '../../store/queries/cluster-move/move';
import type { ClusterEngine } from '../rocketmq/clusters/directory';

/** "MV-3" */
export function moveName(moveId: number): string {
  return `MV-${moveId}`;
}

const WORDS: Readonly<Record<MoveStep, Told>> = {
  settings: told('Topics and groups'),
  switch: told('Switch the producers'),
  pause: told('Pause the groups here'),
  take: told('Take the messages'),
  taking: told('Taking the messages'),
  send: told('Switch the consumers and send'),
  sending: told('Sending the messages'),
  done: told('Done'),
  cancelled: told('Cancelled'),
};

/** The open move, locked, at the step that the caller saw. @throws BrokerError not-found, conflict */
export async function requireMove(
  db: PoolClient,
  { clusterId, name }: ClusterEngine,
  steps: readonly MoveStep[],
): Promise<MoveRow> {
  const move = await moveLock(db, clusterId);
  if (move === null)
    throw new BrokerError('not-found', told('No move to {name} is open.', { name }), {
      field: 'workspace',
      value: name,
    });
  if (steps.includes(move.step)) return move;
  throw new BrokerError(
    'conflict',
    told('{moveId} is at another step: {value}.', { moveId: moveName(move.moveId), value: WORDS[move.step] }),
    {
      field: 'step',
      limit: steps.join(' or '),
      value: move.step,
    },
  );
}
