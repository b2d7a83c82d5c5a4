import { z } from 'zod';
import {
  defaultGroupSettings,
  DESCRIPTION_CHARS,
  GROUP_FIELD_NAMES,
  type GroupField,
  type GroupSettings,
  LITE_MODELS,
  MESSAGE_MODELS,
} from '../../model/group/group-settings';
import type { IsPlain } from './setting';

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

export const reasonSchema = z.string().trim().max(500).describe('Kept in the audit log');

/** Of each field whose default does not say by itself what is taken; the compiler wants them. */
const shapes = {
  messageModel: messageModelSchema,
  deliveryOrder: deliveryOrderSchema,
  retryPolicy: retryPolicySchema,
  liteModel: z.enum(LITE_MODELS),
} satisfies {
  readonly [Field in GroupField as IsPlain<GroupSettings[Field]> extends true ? never : Field]: z.ZodType;
};

type Shaped<Whole> = {
  readonly [Field in GroupField]: Field extends keyof typeof shapes
    ? (typeof shapes)[Field]
    : GroupSettings[Field] extends string
      ? z.ZodString
      : GroupSettings[Field] extends number
        ? Whole
        : z.ZodBoolean;
};

/** What the HTTP API says of each field; a page has its own hints. */
const MEANINGS: Readonly<Record<GroupField, string>> = {
  description: `Purpose of the group, at most ${DESCRIPTION_CHARS} characters`,
  messageModel:
    '`clustering`: the clients share the messages. `broadcasting`: each client gets all; failures are recorded, ' +
    'not retried',
  maxRetries: 'N retries are N + 1 deliveries',
  deliveryOrder: '`ordered` delivers the messages of a message group one after another',
  retryPolicy: 'How long a failed message waits before its next delivery',
  consumptionTimeoutMs: 'A delivery that takes longer counts as failed, in ms',
  liteModel:
    'Clients that receive a lite topic. `shared`: any subscriber. `exclusive`: the newest subscriber. ' +
    '`all`: every client, without subscriptions',
  liteQuota: 'Maximum number of lite topics per client',
};

/** As they are read. */
export const groupSettingsShape = shaped(z.int());

/** As they are written: any number, because the verb says best what is wrong with one. */
export const groupSettingsSchema = z.strictObject(shaped(z.number())).partial();

function shaped<Whole extends z.ZodType>(whole: Whole): Shaped<Whole> {
  const defaults = defaultGroupSettings('concurrent');
  const plainShape = (value: unknown): z.ZodType =>
    typeof value === 'string' ? z.string().trim() : typeof value === 'number' ? whole : z.boolean();
  const shapeOf = (field: GroupField): z.ZodType =>
    field in shapes ? shapes[field as keyof typeof shapes] : plainShape(defaults[field]);
  const entries = GROUP_FIELD_NAMES.map((field) => [field, shapeOf(field).describe(MEANINGS[field])]);
  return Object.fromEntries(entries) as Shaped<Whole>;
}
