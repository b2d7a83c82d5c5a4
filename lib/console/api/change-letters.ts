import 'server-only';
import { z } from 'zod';
import {
  acceptLetters,
  type ChangeLettersInput,
  discardLetters,
  extendLetters,
  holdLetters,
  planExtend,
  planLetters,
  planRestore,
  releaseLetters,
  restoreLetters,
  unacceptLetters,
} from '../../broker';
import type { LetterJob, LetterPlan, LetterVerb } from '../../model/letter-change';
import type { ConsoleContext } from '../http/context';
import { type Answer, type ApiRoute, defineRoute } from '../http/define-route';
import { deadLetterFilter } from '../schemas/dead-letter-filter';
import { changeOutput } from '../schemas/set-change';
import { time } from '../schemas/shapes';

const TAG = 'Dead letters';
const count = z.int();
const { group: _, ...filterFields } = deadLetterFilter;

const shapes = changeOutput({
  ids: ['LetterPlan', 'LetterChange'],
  excluded: 'in RD-12, held already',
  through: { throughId: count.describe('Give it with the change, and nothing that died since is in it') },
  more: {
    until: time.nullable().describe('discard: can be restored until then at the latest; extend: kept until then'),
  },
});
const { answer: done, accepted } = shapes.answers;
const answers = [
  { status: 200, description: done, schema: shapes.output },
  { status: 202, description: accepted.answer, schema: accepted.shape },
];

const dryRun = z.boolean().default(false).describe('Only count: nothing is changed');
const reason = z.string().default('').describe('Kept in the audit log');
const selectBody = z.strictObject({
  group: z.string(),
  messageIds: z.array(z.string()).optional(),
  filter: z.strictObject(filterFields).optional(),
  all: z.literal(true).optional(),
  throughId: count.min(0).optional().describe('From a dry run: nothing that died later'),
  reason,
  dryRun,
});

function answerPlan({ matched, wouldChange, excluded, throughId }: LetterPlan): Answer {
  return { status: 200, body: { dryRun: true, matched, wouldChange, excluded, throughId } };
}

function answerJob({ jobId, matched, changed, excluded, left, until }: LetterJob): Answer {
  const body = {
    dryRun: false,
    id: String(jobId),
    matched,
    changed,
    excluded,
    left,
    until: until?.toISOString() ?? null,
  };
  return { status: left === 0 ? 200 : 202, body };
}

function changeRoute(
  verb: Exclude<LetterVerb, 'extend' | 'restore'>,
  permission: 'dead-letter:discard' | 'dead-letter:keep',
  summary: string,
  run: (broker: ConsoleContext['broker'], input: ChangeLettersInput) => Promise<LetterJob>,
): ApiRoute {
  return defineRoute({
    method: 'post',
    path: `/dead-letters/${verb}`,
    name: `${verb}DeadLetters`,
    summary,
    tag: TAG,
    permission,
    subject: { group: ({ body }) => body.group },
    body: selectBody,
    answers,
    // A log of a cluster loses nothing before its retention.
    ofLetters: verb === 'discard' ? undefined : true,
    run: async ({ broker, actor }, { body: { dryRun: only, ...input } }) =>
      only ? answerPlan(await planLetters(broker, verb, input)) : answerJob(await run(broker, { ...input, actor })),
  });
}

export const discardRoute = changeRoute(
  'discard',
  'dead-letter:discard',
  'Take dead letters away; they can be restored for a week. Needs a reason',
  discardLetters,
);
export const holdRoute = changeRoute('hold', 'dead-letter:keep', 'Exempt dead letters from expiry', holdLetters);
export const releaseRoute = changeRoute('release', 'dead-letter:keep', 'Let held ones expire again', releaseLetters);
export const acceptRoute = changeRoute(
  'accept',
  'dead-letter:keep',
  'Accept dead letters: they stay, and no alarm counts them. Needs a reason',
  acceptLetters,
);
export const unacceptRoute = changeRoute(
  'unaccept',
  'dead-letter:keep',
  'Let alarms count them again',
  unacceptLetters,
);

export const extendRoute = defineRoute({
  method: 'post',
  path: '/dead-letters/extend',
  name: 'extendDeadLetters',
  summary: 'Let dead letters expire later, never sooner',
  tag: TAG,
  permission: 'dead-letter:keep',
  subject: { group: ({ body }) => body.group },
  body: selectBody.extend({ until: z.iso.datetime({ offset: true }).transform((given) => new Date(given)) }),
  answers,
  ofLetters: true,
  run: async ({ broker, actor }, { body: { dryRun: only, until, ...input } }) =>
    only
      ? answerPlan(await planExtend(broker, input, until))
      : answerJob(await extendLetters(broker, { ...input, until, actor })),
});

export const restoreRoute = defineRoute({
  method: 'post',
  path: '/dead-letters/restore',
  name: 'restoreDeadLetters',
  summary: 'Bring discarded ones back as they were; exactly one of messageIds, discardId and all',
  tag: TAG,
  permission: 'dead-letter:discard',
  subject: { group: ({ body }) => body.group },
  body: z.strictObject({
    group: z.string(),
    messageIds: z.array(z.string()).optional(),
    discardId: z.coerce.number().int().positive().optional().describe('The id that the discard answered with'),
    all: z.literal(true).optional(),
    reason,
    dryRun,
  }),
  answers,
  run: async ({ broker, actor }, { body: { dryRun: only, ...input } }) =>
    only ? answerPlan(await planRestore(broker, input)) : answerJob(await restoreLetters(broker, { ...input, actor })),
});
