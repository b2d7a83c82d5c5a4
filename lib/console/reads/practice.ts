import 'server-only';
import { z } from 'zod';
import { reasonAgainst } from '../../auth/permission';
import { practiceRun } from '../../practice/control';
import type { PracticeState } from '../../practice/run';
import { PRACTICE_GROUPS, PRACTICE_TOPICS } from '../../practice/scenario';
import { practiceExists } from '../../store/queries/practice/practice-exists';
import { practiceLockHeld } from '../../store/queries/practice/practice-lock';
import { defineRead } from '../http/define-read';

export interface PracticeView {
  /** The run of this process. */
  readonly run: PracticeState;
  /** Another process on this database runs one, for example `npm run demo` in a terminal. */
  readonly elsewhere: boolean;
  /** Topics or groups of a run are there, running or not. */
  readonly leftovers: boolean;
  /** Null: this visitor may start, change and end it. */
  readonly notAllowed: string | null;
}

/** What really runs: the child process, the lock in the database, the rows. */
export const practiceRead = defineRead({
  permission: 'group:read',
  subject: 'system',
  input: z.strictObject({}),
  run: async ({ store, principal }): Promise<PracticeView> => {
    const run = practiceRun().state;
    const [held, leftovers] = await Promise.all([
      practiceLockHeld(store.console),
      practiceExists(
        store.console,
        PRACTICE_TOPICS.map(({ name }) => name),
        PRACTICE_GROUPS.map(({ name }) => name),
      ),
    ]);
    return {
      run,
      elsewhere: held && run.phase === 'stopped',
      leftovers,
      notAllowed: reasonAgainst(principal, 'demo:run'),
    };
  },
});
