import { t } from '@/lib/model/language/t';
import type { PracticeView } from '@/lib/console/operations/practice/views';
import { formatDuration } from '../ui/duration.model';

type Tally = Extract<PracticeView['run'], { readonly phase: 'running' }>['tally'];

export type PracticeStep = 'start' | 'fix' | 'break' | 'throttle' | 'poison' | 'end';

const SCENES: readonly PracticeStep[] = ['throttle', 'poison'];

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
      sentence: t('A practice incident starts in another process on this database.'),
      tone: 'idle',
      steps: [],
    };
  }
  switch (run.phase) {
    case 'starting':
      return { sentence: t('Starting: waiting for {what}.', { what: run.waitsFor }), tone: 'idle', steps: ['end'] };
    case 'stopping':
      return { sentence: t('The practice clients are disconnecting.'), tone: 'idle', steps: [] };
    case 'running': {
      const flow = describeSending(run.tally);
      return run.broken
        ? {
            sentence: t('Running. Consumers fail for three causes; {flow}', { flow }),
            tone: 'broken',
            steps: ['fix', ...SCENES, 'end'],
          }
        : {
            sentence: t('The fix is deployed: consumers accept every message; {flow}', { flow }),
            tone: 'fixed',
            steps: ['break', ...SCENES, 'end'],
          };
    }
    case 'stopped':
      if (run.lastFailure !== null)
        return {
          sentence: t('It stopped: {failure}', { failure: run.lastFailure }),
          tone: 'idle',
          steps: leftovers ? ['start', 'end'] : ['start'],
        };
      return leftovers
        ? {
            sentence: t('Not running. The topics and groups of an earlier run are still there.'),
            tone: 'idle',
            steps: ['start', 'end'],
          }
        : { sentence: t('Not running.'), tone: 'idle', steps: ['start'] };
  }
}

/** That it has ended, and why: a panel that goes on saying "failing" would promise messages that do not come. */
function describeSending({ sent, sendingEnded }: Tally): string {
  if (sendingEnded === null) return t('{sent, plural, one {# message} other {# messages}} sent so far.', { sent });
  return t(
    `sending ended after {duration} and {sent, plural, one {# message} other {# messages}}, so that a forgotten run
    does not fill the disk. Stop and reset it, then start it again, for more.`,
    { duration: formatDuration(sendingEnded.limitMs), sent },
  );
}

/**
 * On the page of all groups: while there is none, or as long as those of the practice incident are there to be removed.
 */
export function isPracticeShown(groups: readonly string[]): boolean {
  return groups.length === 0 || groups.some((group) => group === 'practice-billing' || group === 'practice-ledger');
}
