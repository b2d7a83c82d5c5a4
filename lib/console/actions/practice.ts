'use server';

import { z } from 'zod';
import {
  breakPractice,
  deployPracticeFix,
  endPractice,
  playPracticeScene,
  startPractice,
} from '../../practice/control';
import { PRACTICE_SCENES } from '../../practice/scenario';
import { getRuntime } from '../../runtime/singleton';
import { defineAction } from '../http/define-action';

const nothing = z.strictObject({});

export const startPracticeAction = defineAction({
  permission: 'demo:run',
  subject: 'system',
  input: nothing,
  run: ({ broker, actor }) => startPractice(broker, getRuntime().config, actor),
});

export const deployPracticeFixAction = defineAction({
  permission: 'demo:run',
  subject: 'system',
  input: nothing,
  run: ({ broker, actor }) => deployPracticeFix(broker, actor),
});

export const breakPracticeAction = defineAction({
  permission: 'demo:run',
  subject: 'system',
  input: nothing,
  run: ({ broker, actor }) => breakPractice(broker, actor),
});

export const playPracticeSceneAction = defineAction({
  permission: 'demo:run',
  subject: 'system',
  input: z.strictObject({ scene: z.enum(PRACTICE_SCENES) }),
  run: ({ broker, actor }, { scene }) => playPracticeScene(broker, actor, scene),
});

export const endPracticeAction = defineAction({
  permission: 'demo:run',
  subject: 'system',
  input: nothing,
  run: ({ broker, actor }) => endPractice(broker, actor),
});
