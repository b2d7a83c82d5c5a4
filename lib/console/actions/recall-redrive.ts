'use server';

import { recallRedrive } from '../../broker';
import { defineAction } from '../http/define-action';
import { controlRedriveSchema } from '../schemas/redrive';

export const recallRedriveAction = defineAction({
  permission: 'redrive:control',
  subject: { redrive: ({ redriveId }) => redriveId },
  input: controlRedriveSchema,
  run: ({ broker, actor }, input) => recallRedrive(broker, { ...input, actor }),
});
