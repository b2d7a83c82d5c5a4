'use server';

import { cancelRedrive } from '../../broker';
import { cancelClusterRedrive } from '../../engine';
import { defineAction } from '../http/define-action';
import { controlRedriveSchema } from '../schemas/redrive';

export const cancelRedriveAction = defineAction({
  permission: 'redrive:control',
  subject: { redrive: ({ redriveId }) => redriveId },
  input: controlRedriveSchema,
  run: ({ broker, actor }, input) => cancelRedrive(broker, { ...input, actor }),
  runInCluster: ({ engine, actor }, input) => cancelClusterRedrive(engine, { ...input, actor }),
});
