import { z } from 'zod';
import { BrokerError } from '../../../model/errors';
import { operation } from '../../http/operation';
import { controlGroupSchema } from '../../schemas/group-control';
import { groupInput } from '../../schemas/group-input';
import { reading, time } from '../../schemas/shapes';
import { msg, t, told } from '../../../model/language/t';

const of = { needs: 'brokers', subject: { group: ({ group }: { readonly group: string }) => group } } as const;
const output = z
  .object({
    topic: z.string(),
    at: time.describe('Of the reset that is taken back'),
    by: z.string(),
    delivered: reading.describe('Delivered to the group, again where it had them before the reset'),
    skipped: reading.describe('Not delivered any more'),
    blocker: z.string().nullable().describe('Why the group cannot go back; null: it can'),
  })
  .meta({ id: 'OffsetResetUndo' });
const address = { path: '/groups/{group}/offset/undo', tag: 'Groups' } as const;

/** Nothing is written: who may see the group may look. */
export const previewResetUndo = operation({
  ...of,
  name: 'previewResetUndo',
  summary: 'Preview of undoing the newest offset reset of a group in a cluster',
  ...{ permission: 'group:read', effect: 'read' },
  input: groupInput,
  output,
  http: { ...address, method: 'get', answer: 'As of now; 404: no reset of the group is on record' },
  run: ({ engine }, { group }) => engine.brokers.previewResetUndo(group),
});

export const undoGroupReset = operation({
  ...of,
  name: 'undoGroupReset',
  summary: 'Undo the newest offset reset of a group in a cluster',
  ...{ permission: 'group:write', effect: 'destructive' },
  input: controlGroupSchema.extend({
    at: z.iso
      .datetime({ offset: true })
      .optional()
      .describe('Time of the reset in the preview; refused with 409 if there is a newer reset'),
  }),
  output,
  http: { ...address, method: 'post', answer: 'What it did; 409: the group went on, or messages are gone' },
  second: {
    act: msg('Undo offset reset'),
    what: 'message',
    plan: async ({ engine }, { group, at: seen }) => {
      const { topic, at, delivered, skipped, blocker } = await engine.brokers.previewResetUndo(group, seen);
      if (blocker !== null) throw new BrokerError('conflict', blocker, { field: 'group', value: group });
      const [again, left] = [delivered, skipped].map((count) => (count.kind === 'value' ? count.value : null));
      return {
        messages: again === null || left === null ? null : (again ?? 0) + (left ?? 0),
        excluded: [],
        facts: [
          { name: t('Back to'), text: t('before the reset of {at}', { at }) },
          { name: t('Topic'), text: topic },
          { name: t('Skipped'), text: String(left ?? t('unknown')) },
          { name: t('Delivered again'), text: String(again ?? t('unknown')) },
        ],
        // Approved is this reset, not one that comes meanwhile.
        fixed: { at },
      };
    },
    outcome: () => told('Back at the offsets before the last reset'),
  },
  run: ({ engine, actor }, change) => engine.brokers.undoReset({ ...change, actor }),
});
