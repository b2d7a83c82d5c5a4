'use server';

import { action } from '../http/operation';
import {
  breakPractice,
  deployPracticeFix,
  endPractice,
  playPracticeScene,
  startPractice,
} from '../operations/practice/practice';

export const startPracticeAction = action(startPractice);
export const deployPracticeFixAction = action(deployPracticeFix);
export const breakPracticeAction = action(breakPractice);
export const playPracticeSceneAction = action(playPracticeScene);
export const endPracticeAction = action(endPractice);
