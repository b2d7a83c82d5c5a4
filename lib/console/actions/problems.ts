'use server';

import { z } from 'zod';
import { acknowledgeProblem, releaseProblem } from '../../broker';
import { defineAction } from '../http/define-action';
import { reasonSchema } from '../schemas/group';

const problem = z.string().min(1).max(800);

export const acknowledgeProblemAction = defineAction({
  permission: 'alarm:acknowledge',
  subject: { problem: ({ problem }) => problem },
  input: z.strictObject({ problem, forMs: z.int(), note: reasonSchema }),
  ofLetters: true,
  run: ({ broker, actor }, input) => acknowledgeProblem(broker, { ...input, actor }),
});

export const releaseProblemAction = defineAction({
  permission: 'alarm:acknowledge',
  subject: { problem: ({ problem }) => problem },
  input: z.strictObject({ problem }),
  ofLetters: true,
  run: ({ broker, actor }, input) => releaseProblem(broker, { ...input, actor }),
});
