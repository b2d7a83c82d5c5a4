import { z } from 'zod';

import type { BrokerSettings, SettingName } from '../../model/broker-setting';
import { ROLES_WITH_POLICY } from '../../model/sign-in-policy';

/** Ranges are the verb's to check: one place, one wording. */
export const producerRetrySchema = z.strictObject({
  firstWaitMs: z.number().describe('Before the second try'),
  multiplier: z.number(),
  maxWaitMs: z.number(),
  jitter: z.number().describe('Share of each wait after the first; documented, and not on the wire'),
  maxAttempts: z.number().describe('All tries of one send; SDKs take their own'),
});

/** The value of each setting. */
export const settingSchemas: { readonly [Name in SettingName]: z.ZodType<BrokerSettings[Name]> } = {
  'producer-retry': producerRetrySchema,
  'dead-letter-retention': z.strictObject({ keepHours: z.number().nullable() }),
  'sign-in': z.strictObject({ secondFactorFor: z.array(z.enum(ROLES_WITH_POLICY)).max(3) }),
  'trace-link': z.strictObject({ template: z.string().max(4000) }),
};
