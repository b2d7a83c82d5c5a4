'use server';

import { z } from 'zod';
import { changeKey } from '../../broker';
import { RETRY_VERBS } from '../../model/retry-change';
import { defineAction } from '../http/define-action';
import { reasonSchema } from '../schemas/group';

/** The same for a key of an ordered group: its head, or the key as a whole. */
export const changeKeyAction = defineAction({
  permission: 'retry:change',
  subject: { group: ({ group }) => group },
  input: z.strictObject({
    group: z.string().max(200),
    /** Null: a message without a key, named by its offset. */
    key: z.string().max(200).nullable(),
    headOff: z.int().nonnegative().nullable(),
    topic: z.string().max(200),
    queueNo: z.int().nonnegative(),
    verb: z.enum(RETRY_VERBS),
    reason: reasonSchema,
    /** A head that a client has is taken back from it. */
    revoke: z.boolean().optional(),
    headMessageId: z.string().max(255).optional(),
  }),
  run: ({ broker, actor }, { key, headOff, ...input }) =>
    changeKey(broker, input.verb, { ...input, key: key ?? { off: headOff ?? 0 }, actor }),
});
