import { valueOrNull } from '../../model/reading';
import type { GroupKind } from '../topology/capability';
import type { GroupClients } from './client';
import type { ClusterGroup } from './group';

/** By the clients connected now and the ordered flag; unknown while there is none, or a broker did not answer. */
export function kindOf({ settings }: Pick<ClusterGroup, 'settings'>, { grpc, remoting }: GroupClients): GroupKind {
  const hasPop = (valueOrNull(grpc) ?? 0) > 0;
  const hasClassic = (valueOrNull(remoting) ?? 0) > 0;
  if (hasPop && hasClassic) return 'both';
  if (hasPop) return settings.isOrdered ? 'pop-ordered' : 'pop';
  return hasClassic ? 'classic' : 'unknown';
}
