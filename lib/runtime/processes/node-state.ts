import { toReason } from '../../model/language/retell';
import { english, joined, type Reason } from '../../model/language/t';
import type { NodeState } from './messages';

/** Sentences for people about processes that ended or do not answer. */
export function troublesOf({ brokers, console }: NodeState): Reason[] {
  // Between processes a message loses its mark.
  return [...brokers, ...(console === null ? [] : [console])].flatMap(({ troubles }) => troubles.map(toReason));
}

/** "ready", or what went wrong with a process lately. */
export function describeProcesses(node: NodeState): string {
  const troubles = troublesOf(node);
  return troubles.length === 0 ? 'ready' : english(joined(troubles));
}

/** "ready" while at least one process serves RocketMQ clients. */
export function describeGateway({ brokers }: NodeState): string {
  if (brokers.some(({ state }) => state === 'ready')) return 'ready';
  return brokers.some(({ state }) => state === 'silent')
    ? 'no broker process answers'
    : 'no broker process runs yet, or any more';
}
