import { type ScopedSelection, toSelectionMatch } from '../../../broker/dead-letter/selection';
import { BrokerError } from '../../../model/errors';
import { told } from '../../../model/language/t';
import type { DeadVerdict } from '../../../model/redrive/redrive';
import type { ClusterEngine } from '../clusters/directory';

/** What died again are other dead letters of the brokers, and nothing is taken back. */
export const PLANNABLE: readonly DeadVerdict[] = ['cancelled'];

/** What a selection means among the letters of a cluster. @throws BrokerError bad-request, group-not-found */
export async function matchIn(
  { letters }: ClusterEngine,
  selection: ScopedSelection,
): ReturnType<typeof toSelectionMatch> {
  if (selection.redrive?.verdicts.some((verdict) => !PLANNABLE.includes(verdict)))
    throw new BrokerError(
      'unsupported',
      told(
        `In a cluster, only messages of an earlier re-drive that were not released (cancelled) can be selected. Use
          a filter for other messages.`,
      ),
      { field: 'redrive.verdicts', limit: PLANNABLE.join(', '), value: selection.redrive.verdicts.join(', ') },
    );
  return await toSelectionMatch(letters, selection);
}
