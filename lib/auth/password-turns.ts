import { FairTurns } from './fair-turns';

/** The broker shares this process: a flood of sign-ins may use one core, not both. A turn takes about 0.1 s. */
export const passwordTurns = new FairTurns({ parallel: 2, maxWaitingOfLane: 20, maxWaiting: 200 });
