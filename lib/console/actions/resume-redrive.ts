'use server';

import { resumeRedrive } from '../../broker';
import { resumeClusterRedrive } from '../../engine';
import { defineAction } from '../http/define-action';
import { controlRedriveSchema } from '../schemas/redrive';

export const resumeRedriveAction = defineAction({
  permission: 'redrive:control',
  subject: { redrive: ({ redriveId }) => redriveId },
  input: controlRedriveSchema,
  run: ({ broker, actor }, input) => resumeRedrive(broker, { ...input, actor }),
  runInCluster: ({ engine, actor }, input) => resumeClusterRedrive(engine, { ...input, actor }),
});
