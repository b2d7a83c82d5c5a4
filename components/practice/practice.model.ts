import type { PracticeView } from '@/lib/console/queries/practice';
import { plural } from '../ui/number.model';

export type PracticeStep = 'start' | 'fix' | 'break' | 'end';

export interface PracticeShown {
  /** What runs at this moment, in one sentence. */
  readonly sentence: string;
  readonly tone: 'idle' | 'broken' | 'fixed';
  /** The steps that make sense now, in the order of the buttons. */
  readonly steps: readonly PracticeStep[];
}

export function describePractice({ run, elsewhere, leftovers }: PracticeView): PracticeShown {
  if (elsewhere) {
    return {
      sentence: 'A practice incident runs in another process on this database, for example npm run demo in a terminal.',
      tone: 'idle',
      steps: [],
    };
  }
  switch (run.phase) {
    case 'starting':
      return { sentence: 'The practice clients are connecting.', tone: 'idle', steps: [] };
    case 'stopping':
      return { sentence: 'The practice clients are disconnecting.', tone: 'idle', steps: [] };
    case 'running': {
      const { sending, sent } = run.tally;
      const flow = sending ? `${plural(sent, 'message')} sent so far` : `all ${plural(sent, 'message')} sent`;
      return run.broken
        ? { sentence: `Listeners fail for three causes; ${flow}.`, tone: 'broken', steps: ['fix', 'end'] }
        : {
            sentence: `The fix is deployed, listeners take every message; ${flow}.`,
            tone: 'fixed',
            steps: ['break', 'end'],
          };
    }
    case 'stopped':
      if (run.lastFailure !== null)
        return {
          sentence: `It ended: ${run.lastFailure}`,
          tone: 'idle',
          steps: leftovers ? ['start', 'end'] : ['start'],
        };
      return leftovers
        ? {
            sentence: 'It does not run; the topics and groups of an earlier run are still here.',
            tone: 'idle',
            steps: ['start', 'end'],
          }
        : { sentence: 'It does not run.', tone: 'idle', steps: ['start'] };
  }
}

/** On the page of all groups: while there is none, or as long as those of the practice incident are there to be removed. */
export function isPracticeShown(groups: readonly string[]): boolean {
  return groups.length === 0 || groups.some((group) => group === 'practice-billing' || group === 'practice-ledger');
}
