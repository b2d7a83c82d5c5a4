'use server';

import { action } from '../http/operation';
import { acknowledgeProblem, releaseProblem } from '../operations/problems/problems';

export const acknowledgeProblemAction = action(acknowledgeProblem);
export const releaseProblemAction = action(releaseProblem);
