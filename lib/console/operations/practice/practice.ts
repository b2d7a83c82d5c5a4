import { z } from 'zod';
import {
  breakPractice as fail,
  deployPracticeFix as fix,
  endPractice as end,
  playPracticeScene as play,
  readPractice,
  startPractice as start,
} from '../../../practice/control';
import { PRACTICE_SCENES } from '../../../practice/scenario';
import { practiceServer } from '../../http/process-now';
import { operation } from '../../http/operation';

const input = z.strictObject({});
const ofHere = { needs: 'installation', subject: 'system' } as const;
const changes = { ...ofHere, permission: 'demo:run', effect: 'change', input } as const;

export const practicePage = operation({
  ...{ ...ofHere, permission: 'group:read', effect: 'read', input },
  name: 'practice',
  summary: 'The practice incident as it runs, and what is left of the one before',
  run: async ({ broker, reasonAgainst }) => ({
    ...(await readPractice(broker)),
    notAllowed: reasonAgainst('demo:run'),
  }),
});

export const startPractice = operation({
  ...changes,
  name: 'startPractice',
  summary: 'Start real SDK clients that fail on purpose',
  run: ({ broker, actor }) => start(broker, practiceServer(), actor),
});

export const deployPracticeFix = operation({
  ...changes,
  name: 'deployPracticeFix',
  summary: 'Have the clients of the practice incident consume what they failed on',
  run: ({ broker, actor }) => fix(broker, actor),
});

export const breakPractice = operation({
  ...changes,
  name: 'breakPractice',
  summary: 'Have the clients of the practice incident fail again',
  run: ({ broker, actor }) => fail(broker, actor),
});

export const playPracticeScene = operation({
  ...changes,
  name: 'playPracticeScene',
  summary: 'Add something that goes wrong to the practice incident',
  input: z.strictObject({ scene: z.enum(PRACTICE_SCENES) }),
  run: ({ broker, actor }, { scene }) => play(broker, actor, scene),
});

export const endPractice = operation({
  ...{ ...changes, effect: 'destructive' },
  name: 'endPractice',
  summary: 'Stop the practice incident, and remove all that it made',
  run: ({ broker, actor }) => end(broker, actor),
});
