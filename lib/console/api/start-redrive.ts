import 'server-only';
import { z } from 'zod';
import {
  type EditsPlan,
  planEdits,
  planRedrive,
  readersOfTarget,
  type RedrivePlan,
  rehearseStart,
  startRedrive,
} from '../../broker';
import type { StartRedriveInput } from '../../broker/redrive/start';
import { readyStart, startClusterRedrive } from '../../engine';
import { DEAD_VERDICTS } from '../../model/redrive';
import { REDRIVE_WAYS } from '../../model/redrive-way';
import type { ConsoleContext } from '../http/context';
import { type Answer, defineRoute } from '../http/define-route';
import { mayReadBodies, noteBodies } from '../http/note-bodies';
import { retryBusy } from '../http/retry-busy';
import {
  careFields,
  editsSchema,
  inClusterFields,
  leaveOutSchema,
  targetSchema,
  withoutCausesSchema,
} from '../schemas/redrive';
import { deadLetterFilter } from './dead-letters';
import { time } from '../schemas/shapes';

const { group: _, ...filterFields } = deadLetterFilter;
const count = z.int();
const id = (of: string) => z.string().regex(/^\d{1,9}$/, `must be the id of ${of}, in digits`);

const body = z.strictObject({
  group: z.string(),
  messageIds: z.array(z.string()).optional(),
  deadLetterIds: z.array(count.positive()).optional().describe('As the console names rows that were ticked'),
  filter: z.strictObject(filterFields).optional(),
  redrive: z
    .strictObject({
      id: id('a re-drive'),
      verdicts: z.array(z.enum(DEAD_VERDICTS)).min(1),
      withoutCauses: withoutCausesSchema,
    })
    .optional()
    .describe('Messages of an earlier re-drive that are dead letters now, by their outcome'),
  all: z.literal(true).optional(),
  leaveOut: leaveOutSchema.optional(),
  throughId: count.min(0).optional().describe('From a dry run: nothing that died later'),
  ratePerSecond: z.number().nullable().optional(),
  reason: z.string().default('').describe('Needed from 100 messages on; kept in the audit log'),
  requestId: z.string().optional().describe('The same id again is the same re-drive'),
  incident: id('an alarm').optional().describe('The alarm that it is for: its verdict ends that alarm'),
  ...careFields,
  edits: editsSchema.optional(),
  target: targetSchema.optional(),
  ...inClusterFields,
  dryRun: z.boolean().default(false).describe('Only plan: nothing is started'),
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

export const startRedriveRoute = defineRoute({
  method: 'post',
  path: '/redrives',
  name: 'startRedrive',
  carriesMessage: true,
  summary:
    'Send dead letters back to the group that failed; exactly one of messageIds, filter, redrive and all; or plan it',
  tag: 'Re-drives',
  permission: 'dead-letter:redrive',
  subject: { group: ({ body }) => body.group, topic: ({ body }) => body.target?.topic },
  body,
  answers: [
    {
      status: 201,
      description: 'Frozen and started; nothing is sent yet',
      schema: z.object({ id: z.string(), selected: count, excluded: count.describe('They stay behind') }),
    },
    { status: 200, description: 'A dry run: what a start would do', schema: planShape },
  ],
  run: async (ctx, { body: { dryRun, incident, redrive, ...given } }) => {
    const input = {
      ...given,
      incident: incident === undefined ? undefined : Number(incident),
      redrive: earlierOf(redrive),
    };
    const { confirmed: _c, assumed: _a, ...own } = input;
    if (dryRun) {
      await rehearseStart(ctx.broker, own);
      return await plan(ctx, own);
    }
    const { redriveId, selected, excluded } = await retryBusy(() =>
      startRedrive(ctx.broker, { ...own, actor: ctx.actor }),
    );
    return { status: 201, body: { id: String(redriveId), selected, excluded } };
  },
  runInCluster: async (ctx, { body: { dryRun, incident, redrive, ...given } }) => {
    const input = {
      ...given,
      ...(incident !== undefined && { incident: Number(incident) }),
      redrive: earlierOf(redrive),
    };
    const { engine, actor } = ctx;
    if (dryRun) {
      const { way, others, leaveOut } = await readyStart(engine, input);
      const planned = await plan({ ...ctx, broker: engine.letters }, { ...given, redrive: input.redrive, leaveOut });
      const getting = others.filter(({ copies }) => copies > 0).map(({ group }) => group);
      return { ...planned, body: { ...planned.body, copies: way.way === 'topic' ? getting : null, way: way.way } };
    }
    const { redriveId, selected, excluded } = await retryBusy(() => startClusterRedrive(engine, { ...input, actor }));
    return { status: 201, body: { id: String(redriveId), selected, excluded } };
  },
});

function earlierOf(redrive: z.output<typeof body>['redrive']): StartRedriveInput['redrive'] {
  if (redrive === undefined) return undefined;
  const { id: named, ...chosen } = redrive;
  return { redriveId: Number(named), ...chosen };
}

async function plan(
  ctx: ConsoleContext,
  { edits, target, ...given }: Omit<StartRedriveInput, 'actor'>,
): Promise<Answer & { readonly body: object }> {
  const { broker } = ctx;
  const selection = target === undefined ? given : { ...given, leaveOut: { ...given.leaveOut, deletedTopics: false } };
  const planned = await planRedrive(broker, selection);
  const frozen = { ...selection, throughId: planned.throughId };
  const changed = edits === undefined ? null : await planEdits(broker, frozen, edits);
  const examples = await readableExamples(ctx, changed);
  const readers = target === undefined ? null : await readersOfTarget(broker, target);
  return {
    status: 200,
    body: { ...toPlan(planned, changed, examples), copies: readers?.groups.map(({ group }) => group) ?? null },
  };
}

/** They show bodies: to who may read them, and on record. */
async function readableExamples(ctx: ConsoleContext, changed: EditsPlan | null): Promise<EditsPlan['examples']> {
  if (changed === null || !mayReadBodies(ctx)) return [];
  await noteBodies(
    ctx,
    'read-body',
    changed.examples.map(({ messageId }) => messageId),
  );
  return changed.examples;
}

function toPlan(
  planned: RedrivePlan,
  changed: EditsPlan | null,
  examples: EditsPlan['examples'],
): Omit<z.input<typeof planShape>, 'copies'> {
  return {
    dryRun: true,
    matched: planned.matched,
    selected: planned.inSet - (changed?.excluded ?? 0),
    excluded: [
      ...planned.reasons.map(({ why, count: of, sampleIds }) => ({ why: why ?? '', count: of, sampleIds })),
      ...(changed?.reasons.map(({ why, count: of, sampleIds }) => ({ why, count: of, sampleIds: [...sampleIds] })) ??
        []),
    ],
    missing: planned.missing.map(({ became, count: of, sampleIds }) => ({ why: became, count: of, sampleIds })),
    diedSince: planned.diedSince,
    bodyBytes: planned.bodyBytes,
    firstDeadAt: planned.firstAt?.toISOString() ?? null,
    lastDeadAt: planned.lastAt?.toISOString() ?? null,
    throughId: planned.throughId,
    edits: changed === null ? null : { changed: changed.changed, examples: examples.map((example) => copyOf(example)) },
  };
}

function copyOf({ messageId, before, after }: EditsPlan['examples'][number]) {
  const content = ({ keys, properties, ...rest }: typeof before) => ({
    ...rest,
    keys: [...keys],
    properties: { ...properties },
  });
  return { messageId, before: content(before), after: content(after) };
}
