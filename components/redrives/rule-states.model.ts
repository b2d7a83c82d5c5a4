import { formatDuration } from '@/components/ui/duration.model';
import { formatCount } from '@/components/ui/number.model';
import type { RedrivePage } from '@/lib/console/operations/redrives/views';
import type { StopRule } from '@/lib/model/redrive/redrive';
import { formatShare } from '@/lib/model/share';

export interface RuleState {
  readonly id: StopRule | 'live-delay' | 'none';
  readonly rule: string;
  /** The number that the rule looks at, as it is. */
  readonly now: string;
  readonly state: 'stopped-here' | 'fine' | 'waits' | 'off';
  readonly word: string;
}

/** Each rule of a run with its number, the one that stopped it among the others. Pure. */
export function ruleStates({ redrive, progress }: Pick<RedrivePage, 'redrive' | 'progress'>): RuleState[] {
  const { care, stop, phase, state, heldAt } = redrive;
  const { abort, canary } = care;
  if (abort === null)
    return [{ id: 'none', rule: 'It never stops by itself', now: '', state: 'off', word: 'switched off' }];
  const isOver = state === 'cancelled' || state === 'completed';
  const mark = (id: StopRule, otherwise: Pick<RuleState, 'state' | 'word'>): Pick<RuleState, 'state' | 'word'> =>
    stop?.rule === id ? { state: 'stopped-here', word: 'Stopped here' } : otherwise;
  const fine = { state: 'fine', word: 'Fine' } as const;
  const rules: (RuleState | null)[] = [
    abort.failedShare === null || canary === null
      ? null
      : {
          id: 'canary-failed',
          rule: `${formatCount(failuresOf(abort.failedShare, canary, abort.ofLast))} of the canary of ${formatCount(canary)} fail`,
          now: phase === 'canary' ? `${formatCount(progress.failed)} of ${formatCount(progress.verdicts)}` : 'passed',
          ...mark(
            'canary-failed',
            phase !== 'canary'
              ? fine
              : !isOver
                ? { state: 'waits', word: 'Waits for verdicts' }
                : progress.failed >= failuresOf(abort.failedShare, canary, abort.ofLast)
                  ? { state: 'waits', word: 'Reached, with nothing left to stop' }
                  : fine,
          ),
        },
    abort.failedShare === null
      ? null
      : {
          id: 'first-deliveries-failed',
          rule: `${formatShare(abort.failedShare)} of the last ${formatCount(abort.ofLast)} first deliveries fail`,
          now:
            phase === 'canary'
              ? 'not reached'
              : `${formatCount(progress.lastFailed)} of ${formatCount(progress.lastVerdicts)}`,
          ...mark('first-deliveries-failed', phase === 'canary' ? { state: 'waits', word: 'After the canary' } : fine),
        },
    abort.unfetchedMs === null
      ? null
      : {
          id: 'not-fetched',
          rule: `No client fetches for ${formatDuration(abort.unfetchedMs)}`,
          now: progress.unfetchedMs === null ? 'nothing waits' : formatDuration(Math.max(0, progress.unfetchedMs), 2),
          ...mark('not-fetched', fine),
        },
    abort.delayP95Ms === null
      ? null
      : {
          id: 'live-delay',
          rule: `Holds while live messages wait more than ${formatDuration(abort.delayP95Ms)} (p95)`,
          now: progress.delayP95Ms === null ? 'none came lately' : formatDuration(progress.delayP95Ms),
          ...(heldAt !== null
            ? { state: 'waits' as const, word: 'Holds' }
            : (progress.delayP95Ms ?? 0) <= abort.delayP95Ms
              ? fine
              : {
                  state: 'waits' as const,
                  word: isOver ? 'Above the limit, nothing left to hold' : 'Above the limit',
                }),
        },
  ];
  return rules.filter((rule) => rule !== null);
}

/** So many failures of a canary are too many. */
function failuresOf(share: number, canary: number, ofLast: number): number {
  return Math.max(1, Math.ceil(share * Math.min(canary, ofLast)));
}
