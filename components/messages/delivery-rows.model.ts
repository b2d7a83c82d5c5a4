import { plural } from '@/components/ui/number.model';
import { attemptsOf } from '@/lib/model/message/timeline-deliveries';
import type { FailureReason, MessageTimeline, PredictedDelivery, TimelineDelivery } from '@/lib/model/message/timeline';

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
    own > 0 ? `${own} reported by the client itself` : null,
    count('lost') > 0 ? `${count('lost')} not counted` : null,
    count('revoked') > 0 ? `${count('revoked')} taken back` : null,
    count('restarted') > 0 ? `${count('restarted')} acknowledged too early` : null,
  ].filter((part) => part !== null);
  const used = `${made} of ${plural(maxRetries + 1, 'attempt')} used${generation === 0 ? '' : ' since the re-drive'}`;
  return `${used}${parts.length === 0 ? '' : ` (${parts.join(', ')})`}`;
}

/** "14 more attempts until 03:58:35, then DLQ": what is folded; the time stands between the two. Null: none. Pure. */
export function comingWords({ prediction, keyHold }: MessageTimeline): string | null {
  if (prediction === null || keyHold !== null || prediction.next.length === 0) return null;
  return plural(prediction.next.length + prediction.omitted, 'more attempt');
}
