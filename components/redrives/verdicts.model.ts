import { formatDuration } from '@/components/ui/duration.model';
import { formatCount, plural } from '@/components/ui/number.model';
import type { RedriveStopView, RedriveView } from '@/lib/console/operations/redrives/views';
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
  consumed: { name: 'Consumed', note: 'acknowledged by a client', tone: 'commit' },
  'in-flight': { name: 'In flight', note: 'first delivery, not decided', tone: 'inflight' },
  retrying: { name: 'Retrying', note: 'a delivery failed', tone: 'waiting' },
  'died-again': { name: 'Died again', note: 'back in the dead letters', tone: 'dlq' },
  'not-failed': {
    name: 'Delivered, not failed so far',
    note: 'the cluster shows no more',
    tone: 'plain',
    rare: true,
  },
  'not-yet-fetched': { name: 'Not yet fetched', note: 'released; can be recalled', tone: 'ready' },
  recalled: { name: 'Recalled', note: 'dead letters again, never fetched', tone: 'plain', rare: true },
  'filtered-out': { name: 'Filtered out', note: 'the filter of the group does not match', tone: 'plain', rare: true },
  cancelled: { name: 'Not released', note: 'stayed dead letters', tone: 'plain', rare: true },
  excluded: { name: 'Excluded', note: 'not touched by this run', tone: 'plain', rare: true },
  unknown: { name: 'Unknown', note: 'their record is past its retention', tone: 'unknown', rare: true },
  sent: { name: 'Sent to the topic', note: 'their outcome is not followed', tone: 'plain', rare: true },
};

/** Each verdict with its count; rare ones are left out while they are 0. Pure. */
export function verdictCells(counts: RedriveCounts, canRecall = true): VerdictCell[] {
  return REDRIVE_VERDICTS.flatMap((verdict) => {
    const { name, note, tone, rare } = VERDICTS[verdict];
    const count = counts[VERDICT_COUNTS[verdict]];
    if (count === 0 && rare) return [];
    return [{ verdict, name, count, note: noteOf(verdict, counts, note, canRecall), tone }];
  });
}

function noteOf(verdict: RedriveVerdict, counts: RedriveCounts, note: string, canRecall: boolean): string {
  if (verdict !== 'not-yet-fetched') return note;
  return fetchNote(counts, canRecall ? note : 'sent; no client has it yet');
}

function fetchNote(counts: RedriveCounts, released: string): string {
  if (counts.notYetFetched === 0) return 'none waits';
  const unreleased = unreleasedOf(counts);
  return unreleased === 0 ? released : `${formatCount(unreleased)} not released yet`;
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
const RUNNING = { canary: 'Canary', ramp: 'Ramping up', releasing: 'Releasing', held: 'Held' } as const;

export interface RunState {
  readonly word: string;
  readonly tone: 'inflight' | 'waiting' | 'commit' | 'dlq' | 'plain';
  readonly sentence: string;
}

/** Where the run is, in words that never run ahead of the verdicts. Pure. */
export function runState(redrive: RunOfState): RunState {
  const { state, counts, ratePerSecond } = redrive;
  const open = counts.inFlight + counts.retrying + counts.notYetFetched;
  const unreleased = unreleasedOf(counts);
  switch (state) {
    case 'running':
      if (redrive.failing !== null) {
        return {
          word: 'Cannot release',
          tone: 'dlq',
          sentence: `Cannot release: ${redrive.failing.why}. ${releasedWords(redrive)}.`,
        };
      }
      return {
        word: RUNNING[redrive.heldAt === null ? redrive.phase : 'held'],
        tone: 'inflight',
        sentence: `${releasedWords(redrive)}. ${aboutLeft(unreleased, ratePerSecond)}`,
      };
    case 'paused':
      return {
        word: 'Paused',
        tone: 'plain',
        sentence: `${formatCount(unreleased)} wait for you to resume. What was released before goes on.`,
      };
    case 'stopped':
      return {
        word: 'Stopped by its rule',
        tone: 'waiting',
        sentence: `${formatCount(unreleased)} are not released and wait for you.`,
      };
    case 'cancelled':
      return {
        word: 'Cancelled',
        tone: 'plain',
        sentence:
          open === 0
            ? `${verdictSentence(counts)} Nothing is open.`
            : `${plural(open, 'message')} released before ${open === 1 ? 'is' : 'are'} still open.`,
      };
    case 'completed':
      if (!isDecided(counts)) {
        return {
          word: 'Waiting for verdicts',
          tone: 'waiting',
          sentence: `Everything is released. ${plural(open, 'message')} ${open === 1 ? 'has' : 'have'} no verdict yet.`,
        };
      }
      return {
        word: counts.consumed === counts.selected ? 'All consumed' : 'Decided',
        tone: counts.consumed === counts.selected ? 'commit' : counts.diedAgain > 0 ? 'dlq' : 'plain',
        sentence: verdictSentence(counts),
      };
  }
}

/** Why its rule stopped a run, as it was then. Pure. */
export function stopWords({ rule, failed, of }: Pick<RedriveStopView, 'rule' | 'failed' | 'of'>): string {
  if (rule === 'not-fetched') return 'no client fetched';
  return `${formatCount(failed)} of ${formatCount(of)} first deliveries failed`;
}

function releasedWords({ counts, group, ratePerSecond }: RunOfState): string {
  const rate = ratePerSecond === null ? '' : ` at ${formatCount(ratePerSecond)}/s`;
  return `${formatCount(counts.released)} of ${formatCount(counts.selected)} released to ${group}${rate}`;
}

function verdictSentence(counts: RedriveCounts): string {
  if (counts.selected > 0 && counts.consumed === counts.selected)
    return `All ${formatCount(counts.selected)} were consumed.`;
  const parts = [
    `${formatCount(counts.consumed)} of ${formatCount(counts.selected)} consumed`,
    counts.diedAgain === 0 ? null : `${formatCount(counts.diedAgain)} died again`,
    counts.notFailed === 0 ? null : `${formatCount(counts.notFailed)} delivered, not failed so far`,
    counts.recalled === 0 ? null : `${formatCount(counts.recalled)} recalled`,
    counts.filteredOut === 0 ? null : `${formatCount(counts.filteredOut)} filtered out`,
    counts.cancelled === 0 ? null : `${formatCount(counts.cancelled)} not released`,
    counts.unknown === 0 ? null : `${formatCount(counts.unknown)} unknown`,
  ].filter((part) => part !== null);
  return `${parts.join(', ')}.`;
}

function aboutLeft(unreleased: number, ratePerSecond: number | null): string {
  if (unreleased === 0 || ratePerSecond === null) return '';
  return `The rest takes about ${formatDuration(Math.ceil(unreleased / ratePerSecond) * 1000, 2)}.`;
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
      (nothingWaits ? 'nothing waits: what a client has fetched cannot be recalled' : null),
  };
}
