'use server';

import { resumeRedrive } from '../../broker';
import { defineAction } from '../action';
import { controlRedriveSchema } from '../redrive-schema';

export const resumeRedriveAction = defineAction({
  permission: 'redrive:control',
  input: controlRedriveSchema,
  run: ({ broker, actor }, input) => resumeRedrive(broker, { ...input, actor }),
});
