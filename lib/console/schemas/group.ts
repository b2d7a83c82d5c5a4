import { z } from 'zod';
import { MESSAGE_MODELS } from '../../model/group';

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

export const groupSettingsSchema = z.strictObject({
  messageModel: messageModelSchema.optional(),
  deliveryOrder: deliveryOrderSchema.optional(),
  maxRetries: z.number().optional(),
  retryPolicy: retryPolicySchema.optional(),
  consumptionTimeoutMs: z.number().optional(),
});
