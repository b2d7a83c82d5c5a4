import { formatDuration } from '@/components/ui/duration.model';
import type { RedriveStopView, RedriveView } from '@/lib/console/operations/redrives/views';
import { enumerated, sentences } from '@/lib/model/language/list';
import { msg, t } from '@/lib/model/language/t';
import {
  isDecided,
  REDRIVE_VERDICTS,
  type RedriveCounts,
  type RedriveVerdict,
  VERDICT_COUNTS,
} from '@/lib/model/redrive/redrive';
import { whyNotMove } from '@/lib/model/redrive/redrive-rule';

export type Tone = 'commit' | 'inflight' | 'waiting' | 'dlq' | 'ready' | 'unknown' | 'plain';

export interface VerdictCell {
  readonly verdict: RedriveVerdict;
  readonly name: string;
  readonly count: number;
  readonly note: string;
  readonly tone: Tone;
}

interface VerdictLook {
  readonly name: string;
  readonly note: string;
  readonly tone: Tone;
  /** Left out while there is none. */
  readonly rare?: true;
}

export const VERDICTS: Readonly<Record<RedriveVerdict, VerdictLook>> = {
  consumed: { name: msg('Consumed'), note: msg('acknowledged by a client'), tone: 'commit' },
  'in-flight': { name: msg('In flight'), note: msg('first delivery in progress'), tone: 'inflight' },
  retrying: { name: msg('Retrying'), note: msg('a delivery failed'), tone: 'waiting' },
  'died-again': { name: msg('Failed again'), note: msg('back in the DLQ'), tone: 'dlq' },
  'not-failed': {
    name: msg('Delivered, not failed so far'),
    note: msg('no further report from the cluster'),
    tone: 'plain',
    rare: true,
  },
  'not-yet-fetched': { name: msg('Not yet fetched'), note: msg('released, can be recalled'), tone: 'ready' },
  recalled: { name: msg('Recalled'), note: msg('never fetched, back in the DLQ'), tone: 'plain', rare: true },
  'filtered-out': { name: msg('Filtered out'), note: msg('by the filter of the group'), tone: 'plain', rare: true },
  cancelled: { name: msg('Not released'), note: msg('still in the DLQ'), tone: 'plain', rare: true },
  excluded: { name: msg('Excluded'), note: msg('not part of this run'), tone: 'plain', rare: true },
  unknown: { name: msg('Unknown'), note: msg('record past its retention'), tone: 'unknown', rare: true },
  sent: { name: msg('Sent to the topic'), note: msg('outcome not tracked'), tone: 'plain', rare: true },
};

/** Each verdict with its count; rare ones are left out while they are 0. Pure. */
export function verdictCells(counts: RedriveCounts, canRecall = true): VerdictCell[] {
  return REDRIVE_VERDICTS.flatMap((verdict) => {
    const { name, note, tone, rare } = VERDICTS[verdict];
    const count = counts[VERDICT_COUNTS[verdict]];
    if (count === 0 && rare) return [];
    return [{ verdict, name: t(name), count, note: noteOf(verdict, counts, note, canRecall), tone }];
  });
}

function noteOf(verdict: RedriveVerdict, counts: RedriveCounts, note: string, canRecall: boolean): string {
  if (verdict !== 'not-yet-fetched') return t(note);
  return fetchNote(counts, canRecall ? t(note) : t('sent, not fetched by a client yet'));
}

function fetchNote(counts: RedriveCounts, released: string): string {
  if (counts.notYetFetched === 0) return t('none');
  const unreleased = unreleasedOf(counts);
  return unreleased === 0 ? released : t('{unreleased, number} not released yet', { unreleased });
}

/** Selected, and neither released nor given up. */
export function unreleasedOf(counts: RedriveCounts): number {
  const decidedUnreleased = counts.cancelled;
  return Math.max(0, counts.selected - counts.released - decidedUnreleased - lateExcluded(counts));
}

/** Items found gone at their turn were selected at the start and are excluded now. */
function lateExcluded(counts: RedriveCounts): number {
  const known = REDRIVE_VERDICTS.filter((verdict) => verdict !== 'excluded')
    .map((verdict) => counts[VERDICT_COUNTS[verdict]])
    .reduce((sum, count) => sum + count, 0);
  return Math.max(0, counts.selected - known);
}

/** Shares of the bar; what was excluded is not part of it. */
export function barShares(
  counts: RedriveCounts,
): { readonly tone: Tone; readonly count: number; readonly name: string }[] {
  return verdictCells(counts)
    .filter((cell) => cell.verdict !== 'excluded' && cell.count > 0)
    .map(({ tone, count, name }) => ({ tone, count, name }));
}

type RunOfState = Pick<RedriveView, 'state' | 'phase' | 'heldAt' | 'failing' | 'counts' | 'ratePerSecond' | 'group'>;

/** A run that releases, by its phase. */
const RUNNING = {
  canary: msg('Canary'),
  ramp: msg('Ramping up'),
  releasing: msg('Releasing'),
  held: msg('Held for live traffic'),
} as const;

export interface RunState {
  readonly id:
    | keyof typeof RUNNING
    | 'failing'
    | 'paused'
    | 'stopped'
    | 'cancelled'
    | 'waiting'
    | 'consumed'
    | 'decided';
  readonly word: string;
  readonly tone: 'inflight' | 'waiting' | 'commit' | 'dlq' | 'plain';
  readonly sentence: string;
}

/** Where the run is, in words that never run ahead of the verdicts. Pure. */
export function runState(redrive: RunOfState): RunState {
  const { state, counts } = redrive;
  const open = counts.inFlight + counts.retrying + counts.notYetFetched;
  const unreleased = unreleasedOf(counts);
  switch (state) {
    case 'running':
      if (redrive.failing !== null)
        return {
          ...{ id: 'failing', word: t('Cannot release'), tone: 'dlq' },
          sentence: sentences(t('Cannot release: {why}.', { why: redrive.failing.why }), releasedWords(redrive)),
        };
      return runningState(redrive, unreleased);
    case 'paused':
      return {
        ...{ id: 'paused', word: t('Paused'), tone: 'plain' },
        sentence: t(
          `{unreleased, plural, one {# message is not released} other {# messages are not released}} until you resume
          the run. Released messages continue.`,
          { unreleased },
        ),
      };
    case 'stopped':
      return {
        ...{ id: 'stopped', word: t('Stopped by rule'), tone: 'waiting' },
        sentence: t(
          `{unreleased, plural, one {# message is not released} other {# messages are not released}}. Decide how to
          continue.`,
          { unreleased },
        ),
      };
    case 'cancelled':
      return {
        ...{ id: 'cancelled', word: t('Cancelled'), tone: 'plain' },
        sentence:
          open === 0
            ? sentences(verdictSentence(counts), t('Every message has a verdict.'))
            : t('{open, plural, one {# released message has} other {# released messages have}} no verdict yet.', {
                open,
              }),
      };
    case 'completed':
      if (!isDecided(counts)) {
        return {
          ...{ id: 'waiting', word: t('Waiting for verdicts'), tone: 'waiting' },
          sentence: t(
            'All messages are released. {open, plural, one {# message has} other {# messages have}} no verdict yet.',
            { open },
          ),
        };
      }
      return counts.consumed === counts.selected
        ? { ...{ id: 'consumed', word: t('All consumed'), tone: 'commit' }, sentence: verdictSentence(counts) }
        : {
            ...{ id: 'decided', word: t('Finished'), tone: counts.diedAgain > 0 ? 'dlq' : 'plain' },
            sentence: verdictSentence(counts),
          };
  }
}

function runningState(redrive: RunOfState, unreleased: number): RunState {
  const id = redrive.heldAt === null ? redrive.phase : 'held';
  return {
    ...{ id, word: t(RUNNING[id]), tone: 'inflight' },
    sentence: sentences(releasedWords(redrive), aboutLeft(unreleased, redrive.ratePerSecond)),
  };
}

/** Why its rule stopped a run, as it was then. Pure. */
export function stopWords({ rule, failed, of }: Pick<RedriveStopView, 'rule' | 'failed' | 'of'>): string {
  if (rule === 'not-fetched') return t('no client fetched');
  return t('{failed, number} of {of, number} first deliveries failed', { failed, of });
}

function releasedWords({ counts, group, ratePerSecond }: RunOfState): string {
  const { released, selected } = counts;
  return ratePerSecond === null
    ? t('{released, number} of {selected, number} released to {group}.', { released, selected, group })
    : t('{released, number} of {selected, number} released to {group} at {rate, number}/s.', {
        ...{ released, selected, group, rate: ratePerSecond },
      });
}

function verdictSentence(counts: RedriveCounts): string {
  if (counts.selected > 0 && counts.consumed === counts.selected)
    return t('{selected, plural, one {The message was consumed.} other {All # messages were consumed.}}', {
      selected: counts.selected,
    });
  const parts = [
    t('{consumed, number} of {selected, number} consumed', counts),
    counts.diedAgain === 0 ? null : t('{count, number} failed again', { count: counts.diedAgain }),
    counts.notFailed === 0 ? null : t('{count, number} delivered and not failed so far', { count: counts.notFailed }),
    counts.recalled === 0 ? null : t('{count, number} recalled', { count: counts.recalled }),
    counts.filteredOut === 0 ? null : t('{count, number} filtered out', { count: counts.filteredOut }),
    counts.cancelled === 0 ? null : t('{count, number} not released', { count: counts.cancelled }),
    counts.unknown === 0 ? null : t('{count, number} unknown', { count: counts.unknown }),
  ].filter((part) => part !== null);
  return t('{parts}.', { parts: enumerated(parts) });
}

function aboutLeft(unreleased: number, ratePerSecond: number | null): string {
  if (unreleased === 0 || ratePerSecond === null) return '';
  return t('The rest takes about {time}.', {
    time: formatDuration(Math.ceil(unreleased / ratePerSecond) * 1000, 2),
  });
}

/** Nothing more is released, whatever an operator does. */
export function isOver({ state }: Pick<RedriveView, 'state'>): boolean {
  return whyNotMove(state, 'cancel') !== null;
}

export interface Controls {
  readonly pause: string | null;
  readonly resume: string | null;
  readonly cancel: string | null;
  readonly recall: string | null;
}

/** For each button the reason against it, or null. The server checks again. Pure. */
export function controlsOf(
  { state, counts }: Pick<RedriveView, 'state' | 'counts'>,
  notAllowed: string | null,
  recallNotOffered: string | null,
): Controls {
  const nothingWaits = counts.notYetFetched === 0;
  return {
    pause: notAllowed ?? whyNotMove(state, 'pause'),
    resume: notAllowed ?? whyNotMove(state, 'resume'),
    cancel: notAllowed ?? whyNotMove(state, 'cancel'),
    recall:
      recallNotOffered ??
      notAllowed ??
      (nothingWaits ? t('No message to recall: clients have fetched all released messages') : null),
  };
}
