'use server';

import { z } from 'zod';
import { planEdits } from '../../broker';
import { defineAction } from '../http/define-action';
import { planSelection, toPlanned } from '../schemas/plan-selection';
import { editsSchema } from '../schemas/redrive';

/** Reads and tries every message of the set; changes nothing. Bodies are shown, so reading them must be allowed. */
export const previewEditsAction = defineAction({
  permission: 'message:read-body',
  input: z.strictObject({ group: z.string().max(200), selection: planSelection, edits: editsSchema }),
  run: async ({ broker }, { group, selection, edits }) =>
    await planEdits(broker, { group, ...toPlanned(selection) }, edits),
});
