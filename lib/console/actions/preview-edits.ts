'use server';

import { z } from 'zod';
import { planEdits } from '../../broker';
import { defineAction } from '../http/define-action';
import { noteBodies } from '../http/note-bodies';
import { planSelection, toPlanned } from '../schemas/plan-selection';
import { editsSchema } from '../schemas/redrive';

/** Reads and tries every message of the set; changes nothing. Bodies are shown, so reading them must be allowed. */
export const previewEditsAction = defineAction({
  permission: 'message:read-body',
  subject: { group: ({ group }) => group },
  input: z.strictObject({ group: z.string().max(200), selection: planSelection, edits: editsSchema }),
  run: async (ctx, { group, selection, edits }) => {
    const plan = await planEdits(ctx.broker, { group, ...toPlanned(selection) }, edits);
    await noteBodies(
      ctx,
      'read-body',
      plan.examples.map(({ messageId }) => messageId),
    );
    return plan;
  },
});
