import { z } from 'zod';
import { noteBodies, redriveName } from '../../../broker';
import type { RehearsedRun, StartAsked } from '../../../engine';
import { DEAD_VERDICTS } from '../../../model/redrive/redrive';
import { REDRIVE_WAYS } from '../../../model/redrive/redrive-way';
import { operation, type OperationContext } from '../../http/operation';
import { retryBusy } from '../../http/retry-busy';
import { deadLetterFilter } from '../../schemas/dead-letter-filter';
import { planSelection, toPlanned } from '../../schemas/plan-selection';
import {
  careFields,
  editsSchema,
  clusterFields,
  leaveOutSchema,
  targetSchema,
  withoutCausesSchema,
} from '../../schemas/redrive';
import { rowId } from '../../schemas/row-id';
import { time } from '../../schemas/shapes';
import { count } from './shapes';
import { enumerated } from '../../../model/language/list';
import { msg, t } from '../../../model/language/t';

const common = { permission: 'dead-letter:redrive', effect: 'change' } as const;

const REDRIVE = { act: msg('Re-drive'), what: 'dead letter' } as const;

/** Of the page, from a plan that it has shown. */
export const startPlanned = operation({
  ...common,
  name: 'startPlanned',
  summary: 'Start the re-drive that a page has planned',
  subject: { group: ({ group }) => group, topic: ({ target }) => target?.topic },
  input: z.strictObject({
    group: z.string().max(200),
    selection: planSelection,
    ratePerSecond: z.number().nullable(),
    ...careFields,
    reason: z.string().trim().max(500),
    requestId: z.string().max(100),
    incident: rowId.optional(),
    edits: editsSchema.optional(),
    target: targetSchema.optional(),
    ...clusterFields,
  }),
  run: ({ engine, actor }, { selection, ...asked }) =>
    engine.redrives.start({ ...asked, ...toPlanned(selection), actor }),
  second: {
    ...REDRIVE,
    plan: async ({ engine }, { selection, ...asked }) =>
      toSecond(asked, await engine.redrives.rehearse({ ...asked, ...toPlanned(selection) }), {}),
    outcome: ({ redriveId }) => redriveName(redriveId),
  },
});

const { group: _, ...filterFields } = deadLetterFilter;
const id = z.string().regex(/^\d{1,9}$/, msg('{field} must be an id, in digits.'));

const input = z.strictObject({
  group: z.string(),
  messageIds: z.array(z.string()).optional().describe('Message IDs'),
  deadLetterIds: z
    .array(count.positive())
    .optional()
    .describe('Numbers of selected dead letters, as in addresses of the console'),
  filter: z.strictObject(filterFields).optional().describe('Dead letters that match all of these conditions'),
  redrive: z
    .strictObject({
      id: id.describe('ID of the re-drive'),
      verdicts: z.array(z.enum(DEAD_VERDICTS)).min(1).describe('Verdicts of its messages'),
      withoutCauses: withoutCausesSchema,
    })
    .optional()
    .describe('Messages of an earlier re-drive that are dead letters now, by verdict'),
  all: z.literal(true).optional().describe('All dead letters of the group'),
  leaveOut: leaveOutSchema.optional(),
  throughId: count.min(0).optional().describe('From a dry run: excludes messages that moved to the DLQ later'),
  ratePerSecond: z
    .number()
    .nullable()
    .optional()
    .describe('Messages per second; `null` for as fast as the group consumes'),
  reason: z.string().default('').describe('Kept in the audit log; required for 100 or more messages'),
  requestId: z.string().optional().describe('ID of the request; repeating it never starts a second re-drive'),
  incident: id.optional().describe('Alarm that the re-drive is for; its verdict resolves the alarm'),
  ...careFields,
  edits: editsSchema.optional(),
  target: targetSchema.optional(),
  ...clusterFields,
  dryRun: z.boolean().default(false).describe('Dry run: plan the re-drive and start nothing'),
});

const reasons = z.array(z.object({ why: z.string(), count, sampleIds: z.array(z.string()) }));
const contentShape = z.object({
  tag: z.string().nullable(),
  keys: z.array(z.string()),
  properties: z.record(z.string(), z.string()),
  text: z.string().nullable().describe('The body; null: it is not text'),
});
const planShape = z
  .object({
    dryRun: z.literal(true),
    matched: count,
    selected: count,
    excluded: reasons.describe('They match and stay behind, by reason'),
    missing: reasons.describe('They were named and are no dead letters any more, by their outcome'),
    diedSince: count.describe('They match too and died after throughId'),
    bodyBytes: count,
    firstDeadAt: time.nullable(),
    lastDeadAt: time.nullable(),
    throughId: count.describe('Start with it, and it is this set that starts'),
    edits: z
      .object({
        changed: count,
        examples: z
          .array(z.object({ messageId: z.string(), before: contentShape, after: contentShape }))
          .describe('Empty without the right to read bodies'),
      })
      .nullable(),
    copies: z.array(z.string()).nullable().describe('Of a target: the groups that each get a copy'),
    way: z
      .enum(REDRIVE_WAYS)
      .nullable()
      .optional()
      .describe('In a cluster: how the copies come to the group; null: no client is connected that would say it'),
  })
  .meta({ id: 'RedrivePlan' });

const startedShape = z.object({ id: z.string(), selected: count, excluded: count.describe('They stay behind') });

export const startRedrive = operation({
  ...common,
  name: 'startRedrive',
  summary: 'Re-drive dead letters to their group, or plan it; exactly one of messageIds, filter, redrive and all',
  subject: { group: ({ group }) => group, topic: ({ target }) => target?.topic },
  input,
  output: z.union([startedShape, planShape]),
  http: {
    ...{ method: 'post', path: '/redrives', tag: 'Re-drives', carriesMessage: true },
    ...{ answer: 'A dry run: what a start would do', shape: planShape },
    created: {
      when: (answer) => !('dryRun' in answer),
      answer: 'Frozen and started; nothing is sent yet',
      shape: startedShape,
    },
  },
  run: async (ctx, { dryRun, ...given }) => {
    const asked = askedOf(given);
    const { redrives } = ctx.engine;
    if (dryRun) return toPlan(ctx, await redrives.rehearse(asked));
    const { redriveId, ...started } = await retryBusy(() => redrives.start({ ...asked, actor: ctx.actor }));
    return { id: String(redriveId), ...started };
  },
  second: {
    ...REDRIVE,
    plan: async ({ engine }, { dryRun, ...given }) => {
      if (dryRun) return null;
      const rehearsed = await engine.redrives.rehearse(askedOf(given));
      return toSecond(given, rehearsed, { throughId: rehearsed.planned.throughId });
    },
    outcome: (answer) => ('id' in answer ? redriveName(Number(answer.id)) : ''),
  },
});

function askedOf({ incident, redrive, ...given }: Omit<z.output<typeof input>, 'dryRun'>) {
  return {
    ...given,
    incident: incident === undefined ? undefined : Number(incident),
    redrive: earlierOf(redrive),
  };
}

/** What a second person judges of it. */
function toSecond(
  {
    ratePerSecond,
    target,
    canary,
    abort,
    edits,
  }: Pick<StartAsked, 'ratePerSecond' | 'target' | 'canary' | 'abort' | 'edits'>,
  { planned, changed, copies }: RehearsedRun,
  fixed: object,
) {
  return {
    messages: planned.inSet - (changed?.excluded ?? 0),
    excluded: [...planned.reasons, ...(changed?.reasons ?? [])].map(({ why, count: many }) => ({
      ...{ why: why ?? '', count: many },
    })),
    facts: [
      { name: t('Causes'), text: planned.causes.slice(0, 3).map(causeName).join(' · ') },
      { name: t('First dead letter'), at: planned.firstAt },
      { name: t('Last dead letter'), at: planned.lastAt },
      {
        name: t('Rate'),
        text:
          ratePerSecond == null
            ? t('as fast as the group consumes')
            : t('{count, number} per second', { count: ratePerSecond }),
      },
      { name: t('Canary'), text: canary === null ? t('none: all messages are released at once') : t('yes') },
      { name: t('Stop rule'), text: abort === null ? t('none') : t('stops if too many messages fail again') },
      ...(target === undefined ? [] : [{ name: t('Sent to topic'), text: target.topic }]),
      ...(copies === null ? [] : [{ name: t('Groups that get a copy'), text: enumerated(copies) }]),
      ...(changed === null
        ? []
        : [
            {
              name: t('Changed bodies and headers'),
              text: t('{count, plural, one {# message} other {# messages}}: {edits}', {
                ...{ count: changed.changed, edits: editWords(edits) },
              }),
            },
          ]),
    ],
    fixed,
  };
}

/** Where it changes something, without the values. */
function editWords(edits: StartAsked['edits']): string {
  const { rule } = edits ?? {};
  const paths = [...(rule?.patch ?? []), ...(rule?.convert ?? [])].map(({ path }) => path);
  if (rule === undefined) return t('one by one');
  return t('by rule: {paths}', { paths: paths.length === 0 ? t('properties or tag') : enumerated(paths) });
}

function causeName({ errorType, brokerCause }: RehearsedRun['planned']['causes'][number]): string {
  return errorType ?? brokerCause ?? t('not reported');
}

function earlierOf(redrive: z.output<typeof input>['redrive']): StartAsked['redrive'] {
  if (redrive === undefined) return undefined;
  const { id: named, ...chosen } = redrive;
  return { redriveId: Number(named), ...chosen };
}

async function toPlan(ctx: OperationContext, { planned, changed, ...rest }: RehearsedRun) {
  const { matched, inSet, reasons: left, missing, diedSince, bodyBytes, throughId, firstAt, lastAt } = planned;
  return {
    ...{ dryRun: true as const, matched, diedSince, bodyBytes, throughId, ...rest },
    selected: inSet - (changed?.excluded ?? 0),
    excluded: [...left, ...(changed?.reasons ?? [])].map(({ why, ...part }) => ({ ...part, why: why ?? '' })),
    missing: missing.map(({ became: why, ...part }) => ({ ...part, why })),
    firstDeadAt: firstAt,
    lastDeadAt: lastAt,
    edits: changed === null ? null : { changed: changed.changed, examples: await readable(ctx, changed.examples) },
  };
}

/** Examples show bodies: to those who may read them, and on record. */
async function readable<T extends { readonly messageId: string }>(
  { reasonAgainst, broker, actor }: OperationContext,
  examples: readonly T[],
): Promise<readonly T[]> {
  if (reasonAgainst('message:read-body') !== null) return [];
  const ids = examples.map(({ messageId }) => messageId);
  await noteBodies({ store: broker.store, actor }, 'read-body', ids);
  return examples;
}
