'use server';

import { startMove, stepMove } from '../../engine';
import { defineAction } from '../http/define-action';
import { startMoveSchema, stepMoveSchema } from '../schemas/move';

export const startMoveAction = defineAction({
  permission: 'cluster:manage',
  subject: 'system',
  input: startMoveSchema,
  runInCluster: async ({ broker, engine, actor }, input) => ({
    moveId: await startMove(broker, engine, { ...input, actor }),
  }),
});

export const stepMoveAction = defineAction({
  permission: 'cluster:manage',
  subject: 'system',
  input: stepMoveSchema,
  runInCluster: async ({ broker, engine, actor }, input) => ({
    rows: await stepMove(broker, engine, { ...input, actor }),
  }),
});
