'use server';

import { z } from 'zod';
import { startRedrive } from '../../broker';
import { startClusterRedrive } from '../../engine';
import { defineAction } from '../http/define-action';
import { planSelection, toPlanned } from '../schemas/plan-selection';
import { careFields, editsSchema, inClusterFields, targetSchema } from '../schemas/redrive';
import { rowId } from '../schemas/row-id';

export const startRedriveAction = defineAction({
  permission: 'dead-letter:redrive',
  subject: { group: ({ group }) => group, topic: ({ target }) => target?.topic },
  input: z.strictObject({
    group: z.string().max(200),
    selection: planSelection,
    ratePerSecond: z.number().nullable(),
    ...careFields,
    reason: z.string().trim().max(500),
    requestId: z.string().max(100),
    incident: rowId.optional(),
    edits: editsSchema.optional(),
    target: targetSchema.optional(),
    ...inClusterFields,
  }),
  run: async ({ broker, actor }, { selection, confirmed: _c, assumed: _a, ...input }) =>
    await startRedrive(broker, { ...input, ...toPlanned(selection), actor }),
  runInCluster: async ({ engine, actor }, { selection, ...input }) =>
    await startClusterRedrive(engine, { ...input, ...toPlanned(selection), actor }),
});
