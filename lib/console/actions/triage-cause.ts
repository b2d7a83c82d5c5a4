'use server';

import { z } from 'zod';
import { triageCause } from '../../broker';
import { defineAction } from '../http/define-action';
import { triageShape } from '../schemas/cause';

export const triageCauseAction = defineAction({
  permission: 'dead-letter:redrive',
  subject: { group: ({ group }) => group },
  input: z.strictObject({ ...triageShape, group: z.string().max(255), fingerprint: z.string().max(100) }),
  ofLetters: true,
  run: ({ broker, actor }, input) => triageCause(broker, { ...input, actor }),
});
