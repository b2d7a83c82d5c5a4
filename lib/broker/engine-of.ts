import { type EngineKind, engineIn } from '../model/workspace';
import type { BrokerContext } from './context';

/** What serves the workspace of this context. */
export function engineOf({ workspace }: Pick<BrokerContext, 'workspace'>): EngineKind {
  return engineIn(workspace);
}
