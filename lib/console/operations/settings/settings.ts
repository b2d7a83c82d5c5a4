import { z } from 'zod';
import { findSetting, readSetting, updateSetting } from '../../../broker';
import { type Setting, SETTING_NAMES, SETTING_RULES, type SettingName } from '../../../model/broker-setting';
import { producerWaits } from '../../../model/delivery/producer-retry';
import { operation } from '../../http/operation';
import { parseInput } from '../../http/parse-input';
import { reasonSchema } from '../../schemas/group';
import { ownership } from '../../schemas/ownership';
import { maskingRuleSchema, producerRetrySchema, settingSchemas } from '../../schemas/setting';
import { time } from '../../schemas/shapes';
import { msg } from '../../../model/language/t';

const tag = 'Settings';
const SHOWN_WAITS = 8;
const looks = { needs: 'installation', permission: 'settings:read', subject: 'system', effect: 'read' } as const;
const changes = { needs: 'installation', permission: 'settings:write', subject: 'system', effect: 'change' } as const;
const nothing = z.strictObject({});
const count = z.int();
/** What each change by a script names. */
const seen = {
  version: z.int().min(0).describe('Version that you read; 0 if it was never changed'),
  reason: reasonSchema.optional(),
  ...ownership,
};
const saved = {
  version: count.describe('0: never changed. Name it in the next change'),
  updatedBy: z.string().nullable(),
  updatedAt: time.nullable(),
};

const retryShape = z
  .object({
    ...{ ...producerRetrySchema.shape, ...saved },
    waits: z
      .array(
        z.object({
          attempt: count.describe('The try that follows the wait'),
          documentedMs: z.number(),
          jitterMs: z.number().describe('How far the documented jitter may move it'),
          sdkMs: z.number().describe('What SDKs do: no jitter'),
          nodeMs: z.number().describe('Node.js SDK up to 1.0.8'),
        }),
      )
      .describe('What a producer waits after each refusal (42900)'),
  })
  .meta({ id: 'ProducerRetry' });
const maskingShape = z
  .object({ rules: z.array(maskingRuleSchema.meta({ id: 'MaskingRule' })), ...saved })
  .meta({ id: 'Masking' });

const flat = <Name extends SettingName>({ value, ...rest }: Setting<Name>) => ({ ...value, ...rest });
const toRetry = (setting: Setting<'producer-retry'>) => ({
  ...flat(setting),
  waits: producerWaits(setting.value, SHOWN_WAITS),
});

export const getProducerRetry = operation({
  ...looks,
  name: 'getProducerRetry',
  summary: 'How producers retry a send when the broker is too busy',
  input: nothing,
  output: retryShape,
  http: { method: 'get', path: '/settings/producer-retry', tag, answer: 'The setting' },
  run: async ({ broker }) => toRetry(await findSetting(broker, 'producer-retry')),
});

export const putProducerRetry = operation({
  ...changes,
  name: 'putProducerRetry',
  summary: 'Change how producers retry a send; connected producers receive the settings immediately',
  input: producerRetrySchema.partial().extend(seen),
  managed: { kind: 'setting', name: () => 'producer-retry' },
  output: retryShape,
  http: { method: 'put', path: '/settings/producer-retry', tag, answer: 'Changed, or already as asked' },
  run: async ({ broker, actor }, { version, reason, ...change }) => {
    // Of another version than the one named, the verb refuses the whole.
    const { name, value } = await findSetting(broker, 'producer-retry');
    const named = Object.fromEntries(Object.entries(change).filter(([, field]) => field !== undefined));
    return toRetry(await updateSetting(broker, { name, version, value: { ...value, ...named }, reason, actor }));
  },
});

export const getMasking = operation({
  ...looks,
  name: 'getMasking',
  summary: 'Masking rules: which parts of messages are hidden, and from whom',
  input: nothing,
  output: maskingShape,
  http: { method: 'get', path: '/settings/masking', tag, answer: 'The rules' },
  run: async ({ broker }) => flat(await findSetting(broker, 'masking')),
});

export const putMasking = operation({
  ...changes,
  name: 'putMasking',
  summary: 'Replace all masking rules; the new rules apply immediately',
  input: z.strictObject({ rules: z.array(maskingRuleSchema).describe('All masking rules'), ...seen }),
  managed: { kind: 'setting', name: () => 'masking' },
  output: maskingShape,
  http: { method: 'put', path: '/settings/masking', tag, answer: 'Changed, or already as asked' },
  run: async ({ broker, actor }, { rules, ...seenAt }) => {
    const value = settingSchemas.masking.parse({ rules });
    return flat(await updateSetting(broker, { name: 'masking', value, ...seenAt, actor }));
  },
});

export const settingPage = operation({
  ...looks,
  name: 'setting',
  summary: 'A setting with its newest changes',
  input: z.strictObject({ name: z.enum(SETTING_NAMES) }),
  run: ({ broker }, { name }) => readSetting(broker, name),
});

export const changeSetting = operation({
  ...changes,
  name: 'updateSetting',
  summary: 'Save a setting that no verb of its own guards',
  input: z.strictObject({
    name: z.enum(SETTING_NAMES.filter((name) => !SETTING_RULES[name].isGuarded)),
    value: z.looseObject({}),
    version: z.int().min(0),
    reason: reasonSchema.min(1, msg('Enter a reason. It is kept in the history.')),
    ...ownership,
  }),
  managed: { kind: 'setting', name: ({ name }) => name },
  run: async ({ broker, actor }, { name, value: given, ...seenAt }) => {
    const value = parseInput(settingSchemas[name], given);
    return { version: (await updateSetting(broker, { name, value, ...seenAt, actor })).version };
  },
});
