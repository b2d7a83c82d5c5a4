'use server';

import { cancelRedrive } from '../../broker';
import { defineAction } from '../action';
import { controlRedriveSchema } from '../redrive-schema';

export const cancelRedriveAction = defineAction({
  permission: 'redrive:control',
  input: controlRedriveSchema,
  run: ({ broker, actor }, input) => cancelRedrive(broker, { ...input, actor }),
});
