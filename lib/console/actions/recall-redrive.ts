'use server';

import { recallRedrive } from '../../broker';
import { defineAction } from '../action';
import { controlRedriveSchema } from '../redrive-schema';

export const recallRedriveAction = defineAction({
  permission: 'redrive:control',
  input: controlRedriveSchema,
  run: ({ broker, actor }, input) => recallRedrive(broker, { ...input, actor }),
});
