import { readGroupDeadLetters } from '../../../broker';
import { counted } from '../../../model/reading';
import { operation } from '../../http/operation';
import { groupInput as input } from '../../schemas/group-input';
import { toCauseRow } from '../causes/pages';

const SHOWN = 20;

/** What the page of a group leads with. */
export const groupDeadLetters = operation({
  name: 'groupDeadLetters',
  summary: 'The dead letters of a group by cause, and what retries since say about a fix',
  permission: 'dead-letter:read',
  subject: { group: ({ group }: { readonly group: string }) => group },
  effect: 'read',
  input,
  run: async ({ kept, reasonAgainst }, { group }) => {
    const { total, isFloor, countedAt, causes, ...found } = await readGroupDeadLetters(kept, group);
    return {
      ...found,
      total: counted(total, isFloor, countedAt),
      /** Most dead letters first; `causes` counts all, and `causeLetters` the dead letters of all of them. */
      items: causes.slice(0, SHOWN).map(({ versions, ...row }) => ({ ...toCauseRow(row), versions })),
      causes: causes.length,
      causeLetters: causes.reduce((sum, { count }) => sum + count, 0),
      redriveNotAllowed: reasonAgainst('dead-letter:redrive'),
    };
  },
});
