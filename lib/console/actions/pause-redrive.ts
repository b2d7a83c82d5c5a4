'use server';

import { pauseRedrive } from '../../broker';
import { pauseClusterRedrive } from '../../engine';
import { defineAction } from '../http/define-action';
import { controlRedriveSchema } from '../schemas/redrive';

export const pauseRedriveAction = defineAction({
  permission: 'redrive:control',
  subject: { redrive: ({ redriveId }) => redriveId },
  input: controlRedriveSchema,
  run: ({ broker, actor }, input) => pauseRedrive(broker, { ...input, actor }),
  runInCluster: ({ engine, actor }, input) => pauseClusterRedrive(engine, { ...input, actor }),
});
