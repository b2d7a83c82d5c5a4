import { formatDuration } from '@/components/ui/duration.model';
import type { RedrivePage } from '@/lib/console/operations/redrives/views';
import { t } from '@/lib/model/language/t';
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
    return [{ id: 'none', rule: t('The run never stops automatically'), now: '', state: 'off', word: t('Off') }];
  const isOver = state === 'cancelled' || state === 'completed';
  const mark = (id: StopRule, otherwise: Pick<RuleState, 'state' | 'word'>): Pick<RuleState, 'state' | 'word'> =>
    stop?.rule === id ? { state: 'stopped-here', word: t('Stopped here') } : otherwise;
  const fine = { state: 'fine', word: t('OK') } as const;
  const rules: (RuleState | null)[] = [
    abort.failedShare === null || canary === null
      ? null
      : {
          id: 'canary-failed',
          rule: t(
            '{failures, number} of {canary, plural, one {# canary message fails} other {# canary messages fail}}',
            {
              failures: failuresOf(abort.failedShare, canary, abort.ofLast),
              canary,
            },
          ),
          now: phase === 'canary' ? t('{failed, number} of {verdicts, number}', progress) : t('passed'),
          ...mark(
            'canary-failed',
            phase !== 'canary'
              ? fine
              : !isOver
                ? { state: 'waits', word: t('Waiting for verdicts') }
                : progress.failed >= failuresOf(abort.failedShare, canary, abort.ofLast)
                  ? { state: 'waits', word: t('Reached, nothing left to stop') }
                  : fine,
          ),
        },
    abort.failedShare === null
      ? null
      : {
          id: 'first-deliveries-failed',
          rule: t('{share} of the last {ofLast, number} first deliveries fail', {
            share: formatShare(abort.failedShare),
            ofLast: abort.ofLast,
          }),
          now:
            phase === 'canary'
              ? t('not started')
              : t('{failed, number} of {verdicts, number}', {
                  failed: progress.lastFailed,
                  verdicts: progress.lastVerdicts,
                }),
          ...mark(
            'first-deliveries-failed',
            phase === 'canary' ? { state: 'waits', word: t('After the canary') } : fine,
          ),
        },
    abort.unfetchedMs === null
      ? null
      : {
          id: 'not-fetched',
          rule: t('No client fetches for {time}', { time: formatDuration(abort.unfetchedMs) }),
          now:
            progress.unfetchedMs === null
              ? t('nothing to fetch')
              : formatDuration(Math.max(0, progress.unfetchedMs), 2),
          ...mark('not-fetched', fine),
        },
    abort.delayP95Ms === null
      ? null
      : {
          id: 'live-delay',
          rule: t('Hold while live messages wait more than {time} (p95)', { time: formatDuration(abort.delayP95Ms) }),
          now: progress.delayP95Ms === null ? t('no recent live messages') : formatDuration(progress.delayP95Ms),
          ...(heldAt !== null
            ? { state: 'waits' as const, word: t('Holding') }
            : (progress.delayP95Ms ?? 0) <= abort.delayP95Ms
              ? fine
              : {
                  state: 'waits' as const,
                  word: isOver ? t('Above the limit, nothing left to hold') : t('Above the limit'),
                }),
        },
  ];
  return rules.filter((rule) => rule !== null);
}

/** So many failures of a canary are too many. */
function failuresOf(share: number, canary: number, ofLast: number): number {
  return Math.max(1, Math.ceil(share * Math.min(canary, ofLast)));
}
