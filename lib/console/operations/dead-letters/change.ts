import { z } from 'zod';
import {
  acceptLetters,
  discardLetters,
  extendLetters,
  holdLetters,
  planExtend,
  planLetters,
  planRestore,
  releaseLetters,
  restoreLetters,
  unacceptLetters,
} from '../../../broker';
import { databaseNow } from '../../../engine';
import { BrokerError } from '../../../model/errors';
import { msg, t, told } from '../../../model/language/t';
import type { LetterJob, LetterPlan } from '../../../model/dead-letter/letter-change';
import { readAhead } from '../../../model/time-range';
import { operation } from '../../http/operation';
import { atMoments, deadLetterFilter, deadLetterInput, setInput } from '../../schemas/dead-letter-filter';
import { reasonSchema } from '../../schemas/group';
import { toPlanned } from '../../schemas/plan-selection';
import { rowId } from '../../schemas/row-id';
import { changeOutput } from '../../schemas/set-change';
import { time } from '../../schemas/shapes';

const count = z.int();
const common = { effect: 'change', subject: { group: ({ group }: { readonly group: string }) => group } } as const;
const keeps = { ...common, permission: 'dead-letter:keep' } as const;
const discards = { ...common, permission: 'dead-letter:discard', needs: 'discard-letters' } as const;

const { output, answers } = changeOutput({
  ids: ['LetterPlan', 'LetterChange'],
  excluded: 'in RD-12, held already',
  through: { throughId: count.describe('Give it with the change, and nothing that died since is in it') },
  more: {
    until: time.nullable().describe('discard: can be restored until then at the latest; extend: kept until then'),
  },
});

const http = (verb: string) =>
  ({ method: 'post', path: `/dead-letters/${verb}`, tag: 'Dead letters', ...answers }) as const;

const { group: _, ...filterFields } = deadLetterFilter;
const dryRun = z.boolean().default(false).describe('Dry run: count the messages and change nothing');
const reason = z.string().default('').describe('Kept in the audit log');
const input = z.strictObject({
  group: z.string(),
  messageIds: z.array(z.string()).optional().describe('Message IDs'),
  filter: z.strictObject(filterFields).optional().describe('Dead letters that match all of these conditions'),
  all: z.literal(true).optional().describe('All dead letters of the group'),
  throughId: count.min(0).optional().describe('From a dry run: excludes messages that moved to the DLQ later'),
  ...{ reason, dryRun },
});

async function planned(plan: Promise<LetterPlan>) {
  return { dryRun: true as const, ...(await plan) };
}

async function done(change: Promise<LetterJob>) {
  const { jobId, ...job } = await change;
  return { dryRun: false as const, id: String(jobId), ...job };
}

const DISCARD = { act: msg('Discard'), what: 'dead letter' } as const;

/** What a second person judges of it. */
function toSecond({ wouldChange, excluded, throughId, until }: LetterPlan) {
  return {
    ...{ messages: wouldChange, excluded, fixed: { throughId } },
    facts: [{ name: t('Can be restored until'), at: until }],
  };
}

const KEPT = { hold: holdLetters, release: releaseLetters, accept: acceptLetters, unaccept: unacceptLetters } as const;

function keep(verb: keyof typeof KEPT, summary: string) {
  return operation({
    ...{ ...keeps, name: `${verb}DeadLetters`, summary, input, output, http: http(verb) },
    run: async ({ kept, actor }, { dryRun: only, ...asked }) =>
      only ? planned(planLetters(kept, verb, asked)) : done(KEPT[verb](kept, { ...asked, actor })),
  });
}

export const holdDeadLetters = keep('hold', 'Hold dead letters: they do not expire');
export const releaseDeadLetters = keep('release', 'Release held dead letters: they expire again');
export const acceptDeadLetters = keep(
  'accept',
  'Accept dead letters: they stay, and alarms no longer count them; needs a reason',
);
export const unacceptDeadLetters = keep('unaccept', 'Withdraw the acceptance of dead letters: alarms count them again');

export const extendDeadLetters = operation({
  ...keeps,
  name: 'extendDeadLetters',
  summary: 'Extend the retention of dead letters',
  input: input.extend({
    until: z.iso
      .datetime({ offset: true })
      .transform((given) => new Date(given))
      .describe('Time until which they are kept'),
  }),
  output,
  http: http('extend'),
  run: async ({ kept, actor }, { dryRun: only, until, ...asked }) =>
    only ? planned(planExtend(kept, asked, until)) : done(extendLetters(kept, { ...asked, until, actor })),
});

const discarded = ({ changed, matched }: { readonly changed: number; readonly matched: number }) =>
  told('{changed, number} of {matched, number} discarded', { changed, matched });

export const discardDeadLetters = operation({
  ...discards,
  name: 'discardDeadLetters',
  summary: 'Discard dead letters; they can be restored for 7 days; needs a reason',
  ...{ input, output, http: http('discard') },
  run: async ({ kept, actor }, { dryRun: only, ...asked }) =>
    only ? planned(planLetters(kept, 'discard', asked)) : done(discardLetters(kept, { ...asked, actor })),
  second: {
    ...DISCARD,
    plan: async ({ kept }, { dryRun: only, ...asked }) =>
      only ? null : toSecond(await planLetters(kept, 'discard', asked)),
    outcome: (answer) => ('changed' in answer ? discarded(answer) : ''),
  },
});

export const restoreDeadLetters = operation({
  ...discards,
  name: 'restoreDeadLetters',
  summary: 'Restore discarded dead letters; exactly one of messageIds, discardId and all',
  input: z.strictObject({
    group: z.string(),
    messageIds: z.array(z.string()).optional().describe('Message IDs'),
    discardId: z.coerce.number().int().positive().optional().describe('ID that the discard returned'),
    all: z.literal(true).optional().describe('All discarded dead letters of the group'),
    ...{ reason, dryRun },
  }),
  output,
  http: http('restore'),
  run: async ({ kept, actor }, { dryRun: only, ...asked }) =>
    only ? planned(planRestore(kept, asked)) : done(restoreLetters(kept, { ...asked, actor })),
});

/** Which dead letters of a group a button is about: rows that were ticked, or all that match what is on the screen. */
const selection = z.strictObject({
  group: z.string().max(200),
  deadLetterIds: z.array(z.int().positive()).max(500).optional(),
  filter: deadLetterInput.omit({ group: true }).optional(),
  all: z.literal(true).optional(),
  /** From the dry run that the operator saw. */
  throughId: z.int().nonnegative(),
  reason: reasonSchema,
});

export const discardOnPage = operation({
  ...discards,
  name: 'discardLetters',
  summary: 'Take the dead letters away that a page has counted',
  input: selection,
  run: ({ kept, actor }, asked) => discardLetters(kept, { ...toPlanned(asked), actor }),
  second: {
    ...DISCARD,
    plan: async ({ kept }, asked) => toSecond(await planLetters(kept, 'discard', toPlanned(asked))),
    outcome: discarded,
  },
});

export const keepOnPage = operation({
  ...keeps,
  name: 'keepLetters',
  summary: 'Keep the dead letters that a page has counted where they are: longer, or without an alarm',
  input: selection.extend({
    verb: z.enum(['hold', 'release', 'extend', 'accept', 'unaccept']),
    /** Of an extension. */
    until: z.iso.datetime().optional(),
  }),
  run: async ({ kept, actor }, { verb, until, ...asked }) => {
    const change = { ...toPlanned(asked), actor };
    if (verb !== 'extend') return KEPT[verb](kept, change);
    if (until === undefined) throw new BrokerError('bad-request', told('until is required.'), { field: 'until' });
    return extendLetters(kept, { ...change, until: new Date(until) });
  },
});

export const restoreOnPage = operation({
  ...discards,
  name: 'restoreLetters',
  summary: 'Bring the letters of one discard back',
  input: z.strictObject({
    group: z.string().max(200),
    discardId: rowId.optional(),
    messageIds: z.array(z.string().max(255)).max(500).optional(),
    reason: reasonSchema.default(''),
  }),
  run: ({ kept, actor }, asked) => restoreLetters(kept, { ...asked, actor }),
});

export const letterPlan = operation({
  ...{ ...common, permission: 'dead-letter:read', effect: 'read' },
  name: 'letterPlan',
  summary: 'What a change would take and leave, and why, before an operator confirms it',
  input: deadLetterInput.extend({
    verb: z.enum(['discard', 'hold', 'release', 'extend', 'accept', 'unaccept']),
    group: z.string().min(1).max(200),
    set: setInput,
    /** Of an extension: "24h" from now. */
    until: z.string().max(40).optional(),
  }),
  run: async ({ kept }, { verb, group, set, until, ...given }) => {
    const now = await databaseNow(kept.store.console);
    const moment = readAhead('until', until, now) ?? null;
    const moments = atMoments(given, now);
    const isFiltered = set === undefined && Object.values(moments).some((value) => value !== undefined);
    const filter = isFiltered ? moments : null;
    const ids = set?.split(',').map(Number);
    const what = filter === null ? (ids === undefined ? { all: true as const } : { deadLetterIds: ids }) : { filter };
    const asked = toPlanned({ group, ...what });
    const plan =
      verb === 'extend' && moment !== null ? planExtend(kept, asked, moment) : planLetters(kept, verb, asked, moment);
    /** `filter` for the change itself: the set that was counted. Null: rows that were ticked, or all of the group. */
    return { ...(await plan), filter, until: moment };
  },
});
