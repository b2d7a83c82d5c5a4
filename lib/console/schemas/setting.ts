import { z } from 'zod';

import { type BrokerSettings, SETTING_NAMES, SETTING_RULES, type SettingName } from '../../model/broker-setting';
import { APPROVAL_LIMITS } from '../../model/approval/approval';
import { MASKING_LIMITS, SEEN_FROM } from '../../model/masking/rule';
import { ROLES_WITH_POLICY } from '../../model/access/sign-in-policy';

/** Ranges are the verb's to check: one place, one wording. */
export const producerRetrySchema = z.strictObject({
  firstWaitMs: z.number().describe('Wait before the second attempt, in ms'),
  multiplier: z.number().describe('Factor by which each wait is longer than the one before'),
  maxWaitMs: z.number().describe('Longest wait between two attempts, in ms'),
  jitter: z
    .number()
    .describe('Random share of each wait after the first, as documented by RocketMQ; not sent to clients'),
  maxAttempts: z.number().describe('Attempts of one send, including the first; SDKs use their own setting'),
});

const entries = z.array(z.string().max(1000)).max(1000);

/** Ranges are the rule's to check. */
export const maskingRuleSchema = z.strictObject({
  name: z.string().describe('Stands in the place of what it hides'),
  topics: entries.describe('Names of topics; one that ends with * is a prefix, * alone is all'),
  wholeBody: z.boolean(),
  paths: entries.describe('Of JSON bodies: $.card.number, $..email, $.items[*].iban'),
  properties: entries.describe('Names of properties, written like topics'),
  seenFrom: z.enum(SEEN_FROM).describe('The least role that sees the values'),
  shownTo: z.enum(SEEN_FROM).describe('The least role that may have them shown, with a reason that is kept'),
});

/** Ranges are the rule's to check. */
const approvalRuleSchema = z.strictObject({
  workspace: z.string().max(200),
  group: z.string().trim().max(200),
  fromMessages: z.number(),
});

/** A default of text, number or yes and no says by itself what is taken. */
export type IsPlain<T> = [T] extends [string]
  ? string extends T
    ? true
    : false
  : [T] extends [number]
    ? number extends T
      ? true
      : false
    : [T] extends [boolean]
      ? true
      : false;
type HasShape<Value> = false extends { [Field in keyof Value]: IsPlain<Value[Field]> }[keyof Value] ? true : false;

/** Of each setting whose default does not say by itself what is taken. */
const shapes: {
  readonly [Name in SettingName as HasShape<BrokerSettings[Name]> extends true ? Name : never]: z.ZodType<
    BrokerSettings[Name]
  >;
} = {
  'dead-letter-retention': z.strictObject({ keepHours: z.number().nullable() }),
  'sign-in': z.strictObject({ secondFactorFor: z.array(z.enum(ROLES_WITH_POLICY)).max(3) }),
  masking: z.strictObject({ rules: z.array(maskingRuleSchema).max(10 * MASKING_LIMITS.rules) }),
  approvals: z.strictObject({
    rules: z.array(approvalRuleSchema).max(10 * APPROVAL_LIMITS.rules),
    expiresAfterHours: z.number(),
  }),
};

/** The value of each setting. */
export const settingSchemas = Object.fromEntries(
  SETTING_NAMES.map((name) => [name, name in shapes ? shapes[name as keyof typeof shapes] : shapeOf(name)]),
) as unknown as { readonly [Name in SettingName]: z.ZodType<BrokerSettings[Name]> };

/** Ranges are the check's. */
function shapeOf(name: SettingName) {
  const fields = Object.entries(SETTING_RULES[name].fallback).map(([field, value]) => {
    const shape =
      typeof value === 'string' ? z.string().max(4000) : typeof value === 'number' ? z.number() : z.boolean();
    return [field, shape];
  });
  return z.strictObject(Object.fromEntries(fields));
}
