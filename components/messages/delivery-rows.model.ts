import { t } from '@/lib/model/language/t';
import { attemptsOf } from '@/lib/model/message/timeline-deliveries';
import type { FailureReason, MessageTimeline, PredictedDelivery, TimelineDelivery } from '@/lib/model/message/timeline';
import { enumerated } from '@/lib/model/language/list';

export interface MadeRow {
  readonly id: string;
  readonly delivery: TimelineDelivery;
  readonly isFormerLife: boolean;
  /** Its error is the one that stands whole above the table, or has the same cause. */
  readonly error: 'last' | 'same' | 'other';
}

export interface ComingRow {
  readonly id: string;
  readonly delivery: PredictedDelivery;
  readonly isLast: boolean;
  readonly when: FutureWhen;
}

/** What has to happen first: the failure of another attempt, the time of its turn, or a client that fetches. */
export type FutureWhen = { readonly fails: number } | 'due-then' | 'fetched';

/** The next one first. Pure. */
export function comingRows(timeline: MessageTimeline): ComingRow[] {
  return (timeline.prediction?.next ?? []).map((delivery, index) => ({
    id: `future-${delivery.attempt}`,
    delivery,
    isLast: delivery.attempt === timeline.maxRetries + 1,
    when:
      index > 0 || timeline.state === 'in-flight'
        ? { fails: delivery.attempt - 1 }
        : timeline.state === 'waiting-retry'
          ? 'due-then'
          : 'fetched',
  }));
}

/** What happened, newest first, former lives last. Pure. */
export function madeRows(timeline: MessageTimeline): MadeRow[] {
  const [last] = timeline.state === 'consumed' ? [] : timeline.reasons;
  return timeline.deliveries
    .map((delivery): MadeRow => ({
      id: `${delivery.generation}-${delivery.attempt}${idSuffix(delivery)}`,
      delivery,
      isFormerLife: delivery.generation !== timeline.generation,
      error: errorOf(delivery.reason, last),
    }))
    .toReversed();
}

function errorOf(reason: FailureReason | null, last: FailureReason | undefined): MadeRow['error'] {
  if (reason === null || last === undefined) return 'other';
  if (reason.generation === last.generation && reason.attempt === last.attempt) return 'last';
  return reason.fingerprint !== '' && reason.fingerprint === last.fingerprint ? 'same' : 'other';
}

/** Lost ones share their number with the one that followed. */
function idSuffix({ state, startedAt }: TimelineDelivery): string {
  if (startedAt === null) return '-own';
  return state === 'lost' ? `-lost-${startedAt}` : '';
}

/** "2 of 4 attempts used: 1 not counted"; what is not a plain failure is named. */
export function tally(timeline: MessageTimeline): string {
  const { generation, maxRetries } = timeline;
  const life = timeline.deliveries.filter((delivery) => delivery.generation === generation);
  const count = (state: TimelineDelivery['state']): number =>
    life.filter((delivery) => delivery.state === state && delivery.startedAt !== null).length;
  const own = life.filter(({ startedAt }) => startedAt === null).length;
  const { made } = attemptsOf(timeline);
  const parts = [
    own > 0 ? t('{own, number} reported by the client itself', { own }) : null,
    count('lost') > 0 ? t('{count, number} not counted', { count: count('lost') }) : null,
    count('revoked') > 0 ? t('{count, number} taken back', { count: count('revoked') }) : null,
    count('restarted') > 0 ? t('{count, number} acknowledged too early', { count: count('restarted') }) : null,
  ].filter((part) => part !== null);
  const given = { made, of: maxRetries + 1 };
  const used =
    generation === 0
      ? t('{made, number} of {of, plural, one {# attempt} other {# attempts}} used', given)
      : t('{made, number} of {of, plural, one {# attempt} other {# attempts}} used since the re-drive', given);
  return parts.length === 0 ? used : t('{used} ({parts})', { used, parts: enumerated(parts) });
}

/** How many attempts follow until the message moves to the DLQ. Null: none. Pure. */
export function comingCount({ prediction, keyHold }: MessageTimeline): number | null {
  if (prediction === null || keyHold !== null || prediction.next.length === 0) return null;
  return prediction.next.length + prediction.omitted;
}
