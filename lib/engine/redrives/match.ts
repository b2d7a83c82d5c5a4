import { type ScopedSelection, toSelectionMatch } from '../../broker/redrive/selection';
import { BrokerError } from '../../model/errors';
import type { ClusterEngine } from '../clusters/directory';

/** What a selection means among the letters of a cluster. @throws BrokerError bad-request, group-not-found */
export async function matchIn(
  { letters }: ClusterEngine,
  selection: ScopedSelection,
): ReturnType<typeof toSelectionMatch> {
  if (selection.redrive !== undefined)
    throw new BrokerError('unsupported', 'Letters of an earlier re-drive cannot be chosen in a cluster: filter them.', {
      field: 'redrive',
    });
  return await toSelectionMatch(letters, selection);
}
