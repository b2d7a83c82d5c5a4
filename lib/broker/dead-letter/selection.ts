import { mustHaveEntries } from '../../model/check-number';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import { REDRIVE_LIMITS, type RedriveSelection } from '../../model/redrive/redrive';
import type { DeadLetterMatch } from '../../store/queries/dead-letter/dead-letter-match';
import type { BrokerContext } from '../context';
import { causeFingerprintsOf, toMatch } from './browse';

export interface ScopedSelection extends RedriveSelection {
  readonly group: string;
}

/**
 * What the selection means in the store. Nothing named is not everything: that takes `all: true`.
 * @throws BrokerError bad-request, group-not-found
 */
export async function toSelectionMatch(
  ctx: BrokerContext,
  selection: ScopedSelection,
): Promise<DeadLetterMatch & { readonly groupId: number }> {
  const { messageIds, deadLetterIds, filter, redrive, all, throughId } = selection;
  const named = [messageIds, deadLetterIds, filter, redrive, all === true ? all : undefined].filter(
    (part) => part !== undefined,
  ).length;
  if (named !== 1) {
    throw new BrokerError(
      'bad-request',
      told('To select dead letters, send exactly one of messageIds, filter, redrive and all: true (got {named}).', {
        named,
      }),
      {
        field: 'selection',
        limit: 'exactly one',
        value: named,
      },
    );
  }
  if (filter !== undefined && Object.values(filter).every((value) => value === undefined || value === '')) {
    throw new BrokerError('bad-request', told('filter is empty. Send all: true to select everything of the group.'), {
      field: 'filter',
      limit: 'at least one condition',
      value: 0,
    });
  }
  const ids = messageIds ?? deadLetterIds;
  if (ids !== undefined && (ids.length === 0 || ids.length > REDRIVE_LIMITS.ids)) {
    throw mustHaveEntries('messageIds', REDRIVE_LIMITS.ids, ids.length);
  }
  if (redrive?.verdicts.length === 0) {
    throw new BrokerError('bad-request', told('redrive.verdicts must have at least one entry.'), {
      field: 'redrive.verdicts',
      limit: 'at least 1',
      value: 0,
    });
  }
  const { groupId } = await ctx.groups.find(selection.group);
  const match = filter === undefined ? {} : await toMatch(ctx, filter);
  const bound = throughId === undefined ? undefined : ctx.bounds.open(groupId, 'throughId', throughId);
  const without = await Promise.all((redrive?.withoutCauses ?? []).map((cause) => causeFingerprintsOf(ctx, cause)));
  const withoutFingerprints = without.length === 0 ? undefined : without.flat();
  return { ...match, groupId, messageIds, ids: deadLetterIds, redrive, withoutFingerprints, throughId: bound };
}
