import { z } from 'zod';
import {
  browseDeadLetters,
  countNotSearched,
  DOCUMENTED_FACTS,
  type DocumentedFact,
  findSetting,
  groupDeadLetters,
  LETTER_FACTS,
  listDeadLetterCauses,
  listGroupNames,
  readExpiryClock,
} from '../../../broker';
import { databaseNow } from '../../../engine';
import { LETTER_GROUPINGS } from '../../../model/dead-letter/letter-grouping';
import { counted } from '../../../model/reading';
import { operation } from '../../http/operation';
import { deadLetterFilter, deadLetterInput, toFilter } from '../../schemas/dead-letter-filter';
import { listQuery, pageShape, time } from '../../schemas/shapes';
import { toListedCauses } from '../causes/pages';

const PAGE = 50;
const MOST_GROUPS = 500;
const looks = {
  permission: 'dead-letter:read',
  subject: { group: ({ group }: { readonly group?: string | undefined }) => group },
  effect: 'read',
} as const;

const decisionShape = z.object({ at: time, by: z.string(), reason: z.string() }).meta({ id: 'OperatorDecision' });

const kinds = {
  ...{ text: z.string(), 'text?': z.string().nullable(), texts: z.array(z.string()), whole: z.int() },
  'whole?': z.int().nullable(),
  ...{ time, 'time?': time.nullable() },
};
const factShapes = Object.fromEntries(
  DOCUMENTED_FACTS.map((name) => {
    const { kind, says } = LETTER_FACTS[name];
    return [name, says === '' ? kinds[kind] : kinds[kind].describe(says)];
  }),
) as { readonly [Name in DocumentedFact]: (typeof kinds)[(typeof LETTER_FACTS)[Name]['kind']] };

const deadLetterShape = z
  .object({
    ...factShapes,
    expiresAt: time
      .nullable()
      .describe('Removed then unless it is re-driven; null: not while the retention and its re-drive are as they are'),
    redriveId: z.string().nullable().describe('The open re-drive that will take it'),
    held: decisionShape.nullable().describe('It does not expire until it is released'),
    accepted: decisionShape.nullable().describe('It may stay, and no alarm counts it'),
  })
  .meta({ id: 'DeadLetter' });

export const listDeadLetters = operation({
  ...looks,
  name: 'listDeadLetters',
  summary: 'Browse dead letters, newest first; a page of a search may be short or empty and still have a next page',
  input: z.strictObject({ ...deadLetterFilter, ...listQuery }),
  output: pageShape(deadLetterShape),
  http: { method: 'get', path: '/dead-letters', tag: 'Dead letters', answer: 'A page' },
  run: async ({ kept }, asked) => {
    const { items, nextCursor } = await browseDeadLetters(kept, asked);
    const shown = items.map(
      ({ redriveId, heldAt, heldBy, holdReason, acceptedAt, acceptedBy, acceptReason, ...row }) => ({
        ...row,
        redriveId: redriveId === null ? null : String(redriveId),
        held: toDecision(heldAt, heldBy, holdReason),
        accepted: toDecision(acceptedAt, acceptedBy, acceptReason),
      }),
    );
    return { items: shown, nextCursor };
  },
});

function toDecision(at: Date | null, by: string | null, reason: string | null) {
  return at === null ? null : { at, by: by ?? '', reason: reason ?? '' };
}

export const deadLettersPage = operation({
  ...looks,
  name: 'deadLetters',
  summary: 'The dead letters of a page, newest first',
  input: deadLetterInput.extend({ cursor: z.string().max(200).optional() }),
  run: async ({ kept }, { cursor, ...given }) => {
    const filter = toFilter(given, await databaseNow(kept.store.console));
    const { items, nextCursor } = await browseDeadLetters(kept, { ...filter, cursor, limit: PAGE });
    return {
      items: items.map(({ keptUntil: _k, ...row }) => row),
      nextCursor,
      /** Of a search, which may miss them: letters that are still to be indexed; more than 1,000 count as 1,000. */
      notSearched: given.q === undefined ? 0 : await countNotSearched(kept),
    };
  },
});

export const letterGroups = operation({
  ...looks,
  name: 'letterGroups',
  summary: 'What dead letters have in common beside their cause, most first',
  input: deadLetterInput.extend({ by: z.enum(LETTER_GROUPINGS) }),
  run: async ({ kept }, { by, ...given }) => {
    const filter = toFilter(given, await databaseNow(kept.store.console));
    const { items, looked } = await groupDeadLetters(kept, filter, by);
    return {
      items: items.map(({ groups: _g, ...row }) => row),
      /** Values beyond `items` included. */
      groups: items[0]?.groups ?? 0,
      /** Only so many of the newest were looked through, and all counts are "at least". Null: all were. */
      looked,
    };
  },
});

export const deadLetterCauses = operation({
  ...looks,
  name: 'deadLetterCauses',
  summary: 'Why dead letters died: the same filters without the cause itself, and how long they are kept',
  input: deadLetterInput,
  run: async ({ kept }, given) => {
    const asOf = await databaseNow(kept.store.console);
    const { group } = given;
    const [{ items, matching, retained, isRetainedFloor, countedAt, ...causes }, retention, clock, groups] =
      await Promise.all([
        listDeadLetterCauses(kept, toFilter(given, asOf)),
        findSetting(kept, 'dead-letter-retention'),
        readExpiryClock(kept, group),
        listGroupNames(kept, MOST_GROUPS),
      ]);
    return {
      items: await toListedCauses(kept, items),
      /** All causes, those beyond `items` included, and the dead letters of all of them. */
      ...{ causes: causes.causes, causeLetters: causes.causeLetters },
      /** All filters, the cause included, and how many groups those are of. */
      matching: counted(matching, causes.looked !== null, countedAt),
      matchingGroups: causes.groups,
      /** Only so many of the newest were looked through, and all counts here are "at least". Null: all were. */
      looked: causes.looked,
      retained: counted(retained, isRetainedFloor, countedAt),
      /** `keepHours` null: until they are re-driven. `clock`: what is lost next, of this group or of all. */
      retention: { keepHours: retention.value.keepHours, clock },
      groups,
      /** The group asked for broadcasts: nothing of it can die. */
      broadcasts: group === undefined ? false : (await kept.groups.find(group)).messageModel === 'broadcasting',
    };
  },
});
