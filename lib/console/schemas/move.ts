import { z } from 'zod';

export const startMoveSchema = z.strictObject({
  topics: z.array(z.string().min(1).max(200)).max(500),
  groups: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(200),
        messages: z.boolean().describe('What waits and is dead goes along; else its clients finish it here'),
      }),
    )
    .max(500),
  overwrite: z.boolean().default(false).describe('Groups that are there with other settings get those of here'),
  reason: z.string().max(500),
});

/** The steps that an administrator takes, in this order; cancel before messages are taken. */
export const MOVE_ACTIONS = ['settings', 'switch', 'pause', 'take', 'send', 'cancel'] as const;

export const stepMoveSchema = z.strictObject({
  step: z.enum(MOVE_ACTIONS),
  anyway: z.boolean().optional().describe('switch: a producer sent here in the last minute, and that is known'),
  ratePerSecond: z.int().min(1).max(10_000).optional().describe('send: messages a second of each group; default 200'),
  confirmed: z
    .array(z.string().min(1).max(200))
    .max(500)
    .optional()
    .describe('send: other groups that get a copy, because an ordered group is reached through its topic'),
});
