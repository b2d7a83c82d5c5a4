import { z } from 'zod';
import { findSetting, forecastDeadLetters, setDeadLetterRetention } from '../../../broker';
import { operation } from '../../http/operation';
import { reasonSchema } from '../../schemas/group';
import { ownership } from '../../schemas/ownership';
import { time } from '../../schemas/shapes';
import { msg } from '../../../model/language/t';

const common = { needs: 'installation', subject: 'system' } as const;
const looks = { ...common, permission: 'settings:read', effect: 'read' } as const;
const changes = { ...common, permission: 'settings:write', effect: 'destructive' } as const;
const http = { path: '/settings/dead-letter-retention', tag: 'Settings' } as const;
const count = z.int();
const managed = { kind: 'setting', name: () => 'dead-letter-retention' } as const;
const keepHours = z
  .number()
  .nullable()
  .describe('Hours to keep dead letters, 1 to 87,600; `null` to keep them until they are re-driven');

const output = z
  .object({
    keepHours,
    version: z.int().describe('0: never changed. Name it in the next change'),
    updatedBy: z.string().nullable(),
    updatedAt: time.nullable(),
  })
  .meta({ id: 'DeadLetterRetention' });

export const getDeadLetterRetention = operation({
  ...looks,
  name: 'getDeadLetterRetention',
  summary: 'Retention of dead letters',
  input: z.strictObject({}),
  output,
  http: { ...http, method: 'get', answer: 'The setting' },
  run: async ({ broker }) => {
    const { value, ...setting } = await findSetting(broker, 'dead-letter-retention');
    return { ...setting, ...value };
  },
});

export const putDeadLetterRetention = operation({
  ...changes,
  name: 'putDeadLetterRetention',
  summary: 'Change how long dead letters are kept, existing ones included',
  input: z.strictObject({
    keepHours,
    mayRemove: count
      .min(0)
      .default(0)
      .describe('Maximum number of dead letters that may be deleted immediately; refused with 409 if there are more'),
    version: count.min(0).describe('Version that you read; 0 if it was never changed'),
    reason: reasonSchema.optional(),
    ...ownership,
  }),
  managed,
  output,
  http: { ...http, method: 'put', answer: 'Changed, or already as asked' },
  run: async ({ broker, actor }, input) => {
    const { value, ...setting } = await setDeadLetterRetention(broker, { ...input, actor });
    return { ...setting, ...value };
  },
});

/** Of the page, where people say why. */
export const changeDeadLetterRetention = operation({
  ...changes,
  name: 'changeDeadLetterRetention',
  summary: 'Change on the page how long dead letters are kept, with a reason',
  input: putDeadLetterRetention.input.extend({
    reason: reasonSchema.min(1, msg('Enter a reason. It is kept in the history.')),
  }),
  managed,
  run: (ctx, input) => putDeadLetterRetention.run(ctx, input),
});

export const forecastDeadLetterRetention = operation({
  ...looks,
  name: 'forecastDeadLetterRetention',
  summary: 'Preview what a shorter retention would delete; nothing is changed',
  input: z.strictObject({
    keepHours: z.number().optional().describe('Hours to keep dead letters; omit to keep them until they are re-driven'),
  }),
  output: z.object({
    due: count.describe('Removed at once'),
    soon: count.describe('Removed within 24 hours, those at once included'),
    retained: count.describe('Dead letters there are'),
    groups: z
      .array(z.object({ group: z.string(), due: count, soon: count }))
      .describe('Groups that lose dead letters within 24 hours, most first'),
  }),
  http: { ...http, method: 'get', path: `${http.path}/forecast`, answer: 'Counted now' },
  run: ({ broker }, { keepHours: hours = null }) => forecastDeadLetters(broker, { keepHours: hours }),
});
