'use server';

import { z } from 'zod';
import { restoreLetters } from '../../broker';
import { defineAction } from '../http/define-action';
import { reasonSchema } from '../schemas/group';
import { rowId } from '../schemas/row-id';

export const restoreLettersAction = defineAction({
  permission: 'dead-letter:discard',
  subject: { group: ({ group }) => group },
  input: z.strictObject({
    group: z.string().max(200),
    discardId: rowId.optional(),
    messageIds: z.array(z.string().max(255)).max(500).optional(),
    reason: reasonSchema.default(''),
  }),
  run: ({ broker, actor }, input) => restoreLetters(broker, { ...input, actor }),
});
