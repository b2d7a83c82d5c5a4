'use server';

import { z } from 'zod';
import { openClusterLetters } from '../../engine';
import { defineAction } from '../http/define-action';
import { reasonSchema } from '../schemas/group';

/** Dead letters that an old broker keeps for writing only become readable. */
export const openLettersAction = defineAction({
  permission: 'group:write',
  subject: 'system',
  input: z.strictObject({ group: z.string().max(255), reason: reasonSchema }),
  runInCluster: ({ broker, engine, actor }, input) => openClusterLetters(broker, engine, { ...input, actor }),
});
