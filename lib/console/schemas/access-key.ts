import { z } from 'zod';
import { GROUP_ACTIONS, MAX_ACCESS_RULES, TOPIC_ACTIONS } from '../../model/access/access-rule';

const pattern = z.string().max(128).describe('An exact name, or the start of names and "*"; "*" alone is every name');

/** What an access key allows; the verbs check patterns and texts again. */
export const accessRulesSchema = z
  .array(
    z.discriminatedUnion('resource', [
      z.strictObject({ resource: z.literal('everything') }),
      z.strictObject({
        resource: z.literal('topic'),
        pattern,
        actions: z.array(z.enum(TOPIC_ACTIONS)).max(TOPIC_ACTIONS.length).readonly(),
      }),
      z.strictObject({
        resource: z.literal('group'),
        pattern,
        actions: z.array(z.enum(GROUP_ACTIONS)).max(GROUP_ACTIONS.length).readonly(),
      }),
    ]),
  )
  .max(MAX_ACCESS_RULES)
  .readonly()
  .meta({ id: 'AccessRules', description: 'What clients with this key may do; everything else is refused' });

export const expiresAtSchema = z.iso
  .datetime()
  .transform((text) => new Date(text))
  .nullable();
