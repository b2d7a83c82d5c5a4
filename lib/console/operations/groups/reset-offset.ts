import { z } from 'zod';
import { databaseNow } from '../../../engine';
import { BrokerError } from '../../../model/errors';
import { operation } from '../../http/operation';
import { groupInput } from '../../schemas/group-input';
import { controlGroupSchema, offsetToSchema, toOffset } from '../../schemas/group-control';
import { formatCount } from '../../../model/count';
import { msg, type Reason, t, told } from '../../../model/language/t';

const count = z.int().min(0);
const output = z
  .object({
    moved: z.boolean().describe('False: a dry run, or every queue stands there already'),
    skipped: count.nullable().describe('Not read yet, and not delivered any more; null: a broker did not tell'),
    repeated: count.nullable().describe('Delivered again, as first deliveries'),
    waiting: count.optional().describe('Of the stretch that is repeated: passed over, tried at their own time'),
    dead: count.optional().describe('Of the stretch that is repeated: passed over, stay dead letters'),
    blocker: z.string().nullable().optional().describe('Why it cannot be done now'),
    queues: z
      .array(
        z.object({
          ...{ topic: z.string(), queueNo: z.int(), fromOffset: z.int(), toOffset: z.int() },
          ...{ skipped: count, repeated: count, waiting: count, dead: count },
        }),
      )
      .optional()
      .describe('Of this installation'),
  })
  .meta({ id: 'OffsetReset' });

const NOT_COUNTED = { skipped: null, repeated: null, blocker: null } as const;
const many = (messages: number | null): Reason => (messages === null ? told('unknown') : String(messages));
const shown = (messages: number | null) => (messages === null ? t('unknown') : formatCount(messages));

export const resetGroupOffset = operation({
  name: 'resetGroupOffset',
  summary: 'Reset the offset of a group to a time, or to its newest or earliest message',
  permission: 'group:write',
  subject: { group: ({ group }) => group },
  effect: 'destructive',
  input: z.strictObject({
    group: z.string(),
    to: offsetToSchema,
    topic: z.string().max(200).optional().describe('Topic; omit for all topics that the group reads'),
    dryRun: z.boolean().default(false).describe('Dry run: report the effect and change nothing'),
    reason: controlGroupSchema.shape.reason
      .optional()
      .describe('Kept in the audit log; required unless `dryRun` is set'),
  }),
  output,
  http: { method: 'post', path: '/groups/{group}/offset', tag: 'Groups', answer: 'What it does, or would do' },
  second: {
    act: msg('Reset offset'),
    what: 'message',
    plan: async ({ engine, broker, kept, actor }, { to, reason: _r, dryRun, ...change }) => {
      if (dryRun) return null;
      const asked = { ...change, to: toOffset(to), actor, reason: '', dryRun: true };
      // brokers of a cluster do not say beforehand
      const preview = kept.workspace === null ? await engine.groups.resetOffset(asked) : NOT_COUNTED;
      const { skipped, repeated, blocker } = preview;
      if (blocker != null) throw new BrokerError('conflict', blocker, { field: 'to' });
      return {
        messages: skipped === null || repeated === null ? null : skipped + repeated,
        excluded: [],
        facts: [
          { name: t('Reset to'), text: to },
          { name: t('Topic'), text: change.topic ?? t('every topic of the group') },
          { name: t('Skipped'), text: shown(skipped) },
          { name: t('Delivered again'), text: shown(repeated) },
        ],
        // what arrives while it waits was not meant
        fixed: to === 'newest' ? { to: await databaseNow(broker.store.console) } : {},
      };
    },
    outcome: (answer) =>
      answer instanceof Response
        ? ''
        : told('{skipped} skipped, {repeated} repeated', {
            ...{ skipped: many(answer.skipped), repeated: many(answer.repeated) },
          }),
  },
  run: async ({ engine, actor }, { to, reason = '', ...change }) => {
    const { queues, ...reset } = await engine.groups.resetOffset({ ...change, to: toOffset(to), actor, reason });
    return {
      ...reset,
      queues: queues?.map(({ fromOff, toOff, ...queue }) => ({ ...queue, fromOffset: fromOff, toOffset: toOff })),
    };
  },
});

/** Nothing is written: who may see the group may look. */
export const previewOffsetReset = operation({
  name: 'groupOffset',
  summary: 'What a reset of the position would skip and repeat',
  permission: 'group:read',
  subject: { group: ({ group }) => group },
  effect: 'read',
  needs: 'preview-reset',
  input: groupInput.extend({ to: offsetToSchema, topic: z.string().max(200).optional() }),
  run: ({ engine }, { to, ...change }) => engine.groups.previewReset({ ...change, to: toOffset(to) }),
});
