import { type ScopedSelection, toSelectionMatch } from '../../../broker/dead-letter/selection';
import { BrokerError } from '../../../model/errors';
import type { ClusterEngine } from '../clusters/directory';

/** What a selection means among the letters of a cluster. @throws BrokerError bad-request, group-not-found */
export async function matchIn(
  { letters }: ClusterEngine,
  selection: ScopedSelection,
): ReturnType<typeof toSelectionMatch> {
  if (selection.redrive?.verdicts.some((verdict) => verdict !== 'cancelled'))
    throw new BrokerError(
      'unsupported',
      'Of an earlier re-drive in a cluster only what was not released (cancelled) can be chosen: filter the others.',
      { field: 'redrive.verdicts', limit: 'cancelled', value: selection.redrive.verdicts.join(', ') },
    );
  return await toSelectionMatch(letters, selection);
}
