import 'server-only';
import { z } from 'zod';
import { reasonAgainst } from '../../auth/permission';
import { practiceRun } from '../../practice/control';
import type { PracticeState } from '../../practice/run';
import { sharedState } from '../../practice/share-run';
import { PRACTICE_GROUPS, PRACTICE_TOPICS } from '../../practice/scenario';
import { practiceExists } from '../../store/queries/practice/practice-exists';
import { defineRead } from '../http/define-read';

export interface PracticeView {
  /** Whichever process on this database runs it. */
  readonly run: PracticeState;
  /** Another process on this database runs one, and has not said yet what it does. */
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
  run: async ({ broker, store, principal }): Promise<PracticeView> => {
    const own = practiceRun().state;
    const [{ held, state }, leftovers] = await Promise.all([
      sharedState(broker),
      practiceExists(
        store.console,
        PRACTICE_TOPICS.map(({ name }) => name),
        PRACTICE_GROUPS.map(({ name }) => name),
      ),
    ]);
    return {
      run: own.phase === 'stopped' ? (state ?? own) : own,
      elsewhere: held && own.phase === 'stopped' && state === null,
      leftovers,
      notAllowed: reasonAgainst(principal, 'demo:run'),
    };
  },
});
