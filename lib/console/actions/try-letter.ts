'use server';

import { z } from 'zod';
import { tryLetterNow } from '../../engine';
import { defineAction } from '../http/define-action';

export const tryLetterAction = defineAction({
  permission: 'dead-letter:redrive',
  subject: 'system',
  input: z.strictObject({ deadLetterId: z.int().positive() }),
  runInCluster: ({ broker, engine, actor }, input) => tryLetterNow(broker, engine, { ...input, actor }),
});
