import { z } from 'zod';
import { GROUP_FIELD_NAMES, GROUP_FIELDS, type GroupField, MESSAGE_MODELS } from '../../model/group-settings';

/**
 * Shapes of group settings as actions and the HTTP API take them. Ranges are the verb's to check: one place, one
 * wording.
 */
export const retryPolicySchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('stepped') }),
  z.strictObject({ type: z.literal('exponential'), initialMs: z.number(), maxMs: z.number(), multiplier: z.number() }),
  z.strictObject({ type: z.literal('customized'), intervalsMs: z.array(z.number()).max(1000).readonly() }),
  z.strictObject({ type: z.literal('fixed'), intervalMs: z.number() }),
]);

export const deliveryOrderSchema = z.enum(['concurrent', 'ordered']);

export const messageModelSchema = z.enum(MESSAGE_MODELS);

export const reasonSchema = z.string().trim().max(500);

/** As they are read; the compiler wants every field. */
export const groupSettingsShape = described({
  description: z.string().trim(),
  messageModel: messageModelSchema,
  maxRetries: z.int(),
  deliveryOrder: deliveryOrderSchema,
  retryPolicy: retryPolicySchema,
  consumptionTimeoutMs: z.int(),
});

/** As they are written: any number, because the verb says best what is wrong with one. */
export const groupSettingsSchema = z
  .strictObject({ ...groupSettingsShape, maxRetries: z.number(), consumptionTimeoutMs: z.number() })
  .partial();

function described<Shape extends Readonly<Record<GroupField, z.ZodType>>>(shape: Shape): Shape {
  const entries = GROUP_FIELD_NAMES.map((field) => [field, shape[field].describe(GROUP_FIELDS[field].meaning)]);
  return Object.fromEntries(entries) as Shape;
}
