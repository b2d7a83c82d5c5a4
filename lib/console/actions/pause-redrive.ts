'use server';

import { pauseRedrive } from '../../broker';
import { defineAction } from '../action';
import { controlRedriveSchema } from '../redrive-schema';

export const pauseRedriveAction = defineAction({
  permission: 'redrive:control',
  input: controlRedriveSchema,
  run: ({ broker, actor }, input) => pauseRedrive(broker, { ...input, actor }),
});
