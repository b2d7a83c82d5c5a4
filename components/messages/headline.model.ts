import { formatDuration } from '@/components/ui/duration.model';
import { plural } from '@/components/ui/number.model';
import type { MessageTimeline, TimelineDelivery } from '@/lib/model/message/timeline';
import { attemptsOf, isCounted } from '@/lib/model/message/timeline-deliveries';
import {
  behind,
  fetchedNote,
  type Headline,
  lostNote,
  type Part,
  restartedNote,
  unconfirmedNote,
  whyDead,
} from './headline-parts.model';

/** The state of a message for one group as one sentence; figures and table only repeat it. Pure. */
export function headlineOf(timeline: MessageTimeline, nowMs: number): Headline {
  switch (timeline.state) {
    case 'in-flight':
      // a batch of an ordered group: the client has all of it and works on the first
      return timeline.waitingBehind === null
        ? inFlight(timeline, nowMs)
        : behind(timeline.waitingBehind, nowMs, fetchedNote(timeline));
    case 'waiting-retry':
      return waiting(timeline, nowMs);
    case 'ready':
      return timeline.waitingBehind === null
        ? ready(timeline)
        : behind(timeline.waitingBehind, nowMs, restartedNote(timeline));
    case 'held':
      return held(timeline);
    case 'consumed':
      return consumed(timeline);
    case 'dead':
      return dead(timeline);
    case 'expired':
      return expired(timeline);
    case 'sent':
      return plain(
        'It was a dead letter, and a re-drive sent it to another topic.',
        'This group does not get it any more; each group of that topic has a copy of its own.',
      );
    case 'discarded':
      return discarded(timeline);
    case 'dropped':
      return plain(
        'Its delivery to this client failed. Broadcast messages are not retried.',
        'The failure is on record, and that is the end of it for this client; the other clients have ' +
          'deliveries of their own.',
      );
    case 'filtered-out':
      return plain(
        timeline.deliveries.length === 0
          ? 'Not delivered: it did not match the filter of this group.'
          : 'Not delivered again: it did not match the filter of this group any more.',
        timeline.deliveries.length === 0
          ? 'The group passed it and counts it as consumed. No client has seen it.'
          : 'Its last delivery failed, and when it was due the filter had changed. The group counts it as consumed.',
      );
    case 'unrecorded':
      return plain(
        'The group is past this message; the outcome is no longer on record.',
        'It was consumed or filtered out longer ago than history is kept. Which of the two is unknown.',
      );
  }
}

function inFlight(timeline: MessageTimeline, nowMs: number): Headline {
  const running = timeline.deliveries.findLast((delivery) => delivery.state === 'in-flight');
  const who = running?.client ?? 'a client that is not known';
  const attempt = running?.attempt ?? 1;
  const leaseEnd = running?.leaseEndsAt ?? null;
  const over = leaseEnd !== null && Date.parse(leaseEnd) <= nowMs;
  const { prediction } = timeline;
  const isLast = attempt > timeline.maxRetries;
  const sentence: Part[] = over
    ? [
        `Attempt ${attempt} of ${timeline.maxRetries + 1} on ${who} ran out of time at `,
        { at: leaseEnd },
        '. The broker is ending it.',
      ]
    : runningSentence(timeline, who, attempt);
  if (!over && timeline.keyHold !== null)
    sentence.push(` Its key is held by ${timeline.keyHold.by}: no attempt is scheduled until it is released.`);
  else if (!over && isLast) sentence.push(' It is the last one: the message moves to the DLQ unless it succeeds.');
  else if (!over && prediction !== null)
    sentence.push(' Moves to the DLQ at ', { at: prediction.diesAt, danger: true }, ' unless an attempt succeeds.');
  return {
    sentence,
    detail: [...failedBefore(timeline), ...own(timeline), ...assumed(timeline)],
    left: leaseEnd === null ? null : { label: 'Lease left', countTo: leaseEnd, tone: 'inflight' },
    right: null,
  };
}

/** An ordered client keeps the message and retries by itself: what it reported of that is another count. */
function runningSentence(timeline: MessageTimeline, who: string, attempt: number): Part[] {
  const { maxRetries, prediction, deliveryOrder, deliveries, generation } = timeline;
  const running = `Attempt ${attempt} of ${maxRetries + 1} is running on ${who}`;
  const reported = deliveries.findLast((delivery) => delivery.generation === generation && delivery.reason !== null);
  if (deliveryOrder !== 'ordered' || reported === undefined || reported.attempt < attempt) return [`${running}.`];
  const next = prediction?.next[0];
  return [
    `${running}, which retries by itself. It reported that its attempt ${reported.attempt} failed`,
    ...(next === undefined ? ['.'] : ['; next attempt at ', { at: next.at }, '.']),
  ];
}

function waiting(timeline: MessageTimeline, nowMs: number): Headline {
  const { prediction, dueAt } = timeline;
  const attempt = lastAttempt(timeline);
  const isDue = dueAt !== null && Date.parse(dueAt) <= nowMs;
  const overLimit = prediction !== null && prediction.next.length === 0;
  const sentence: Part[] = [`Attempt ${attempt} of ${timeline.maxRetries + 1} failed.`];
  if (overLimit)
    sentence.push(
      ' The limit was lowered since: it moves to the DLQ at ',
      { at: prediction.diesAt, danger: true },
      ' without another attempt.',
    );
  else {
    if (dueAt !== null) sentence.push(isDue ? ' Next attempt due since ' : ' Next attempt at ', { at: dueAt }, ';');
    if (prediction !== null)
      sentence.push(' moves to the DLQ at ', { at: prediction.diesAt, danger: true }, ' unless an attempt succeeds.');
  }
  return {
    sentence,
    detail: [...headNote(timeline), ...failedBefore(timeline), ...assumed(timeline)],
    left:
      dueAt === null
        ? null
        : { label: overLimit ? 'To the DLQ in' : 'Next attempt in', countTo: dueAt, tone: 'waiting' },
    right: null,
  };
}

function ready(timeline: MessageTimeline): Headline {
  const attempt = lastAttempt(timeline);
  const life = timeline.lives.at(-1);
  if (attempt === 0 && timeline.generation > 0) {
    return {
      sentence: [
        'Re-driven at ',
        { at: life?.startedAt ?? timeline.asOf },
        `. No client of ${timeline.group} has fetched it yet.`,
      ],
      detail: ['Attempts count from 1 again. It can be recalled until a client fetches it.'],
      left: null,
      right: null,
    };
  }
  if (attempt === 0) {
    return {
      sentence: ['Ready since ', { at: timeline.storedAt }, `. No client of ${timeline.group} has fetched it yet.`],
      detail: [`Up to ${plural(timeline.maxRetries + 1, 'attempt')}. Not delivered yet. `, ...lostNote(timeline)],
      left: null,
      right: null,
    };
  }
  const since = timeline.dueAt ?? timeline.asOf;
  const overLimit = timeline.prediction !== null && timeline.prediction.next.length === 0;
  return {
    sentence: overLimit
      ? [
          `Attempt ${attempt} failed, and the limit was lowered to ${timeline.maxRetries + 1}. The broker ` +
            'is moving it to the DLQ.',
        ]
      : [
          `Attempt ${attempt + 1} of ${timeline.maxRetries + 1} is due since `,
          { at: since },
          `. It starts when a client of ${timeline.group} fetches it.`,
        ],
    detail: [...failedBefore(timeline), ...assumed(timeline)],
    left: null,
    right: null,
  };
}

function held(timeline: MessageTimeline): Headline {
  const { by = 'an operator', at = timeline.asOf, reason = '' } = timeline.held ?? {};
  const what = timeline.deliveryOrder === 'ordered' ? 'Held with its key' : 'Held';
  return {
    sentence: [`${what} by ${by} since `, { at }, ': not delivered, and not moved to the DLQ, until it is released.'],
    detail: [...(reason === '' ? [] : [`Reason: ${reason}. `]), ...failedBefore(timeline)],
    left: null,
    right: null,
  };
}

function consumed(timeline: MessageTimeline): Headline {
  const last = timeline.deliveries.findLast((delivery) => delivery.state === 'consumed');
  if (last === undefined) return plain('Consumed. The record of the delivery is past its retention.', '');
  const afterMs = last.endedAt === null ? null : Date.parse(last.endedAt) - Date.parse(timeline.storedAt);
  const failed = countFailed(timeline);
  return {
    sentence: [
      `Consumed${last.client === null ? '' : ` by ${last.client}`} on attempt ${last.attempt}` +
        ` of ${timeline.maxRetries + 1}`,
      ...(last.endedAt === null ? ['.'] : [' at ', { at: last.endedAt }, '.']),
    ],
    detail: [
      ...(afterMs === null ? [] : [`${formatDuration(afterMs, 3)} after it was sent. `]),
      failed === 0 ? 'No attempt failed.' : `${plural(failed, 'attempt')} failed before.`,
    ],
    left: null,
    right: last.tookMs === null ? null : { label: 'Took', text: formatDuration(last.tookMs) },
  };
}

function dead(timeline: MessageTimeline): Headline {
  const life = timeline.lives.at(-1);
  const reason =
    timeline.deliveries.findLast((delivery) => delivery.generation === timeline.generation)?.reason ?? null;
  const made = life?.deliveries ?? 0;
  const sentence: Part[] = [
    'Dead letter since ',
    { at: timeline.deadAt ?? timeline.asOf },
    ': ',
    ...whyDead(timeline, timeline.deathCause ?? life?.cause ?? null, made),
  ];
  return {
    sentence,
    detail: [
      reason === null ? 'The application did not report a cause.' : `Last error: ${reason.errorType}.`,
      ...unconfirmedNote(timeline),
      ...untilWhen(timeline),
    ],
    left: timeline.expiresAt === null ? null : { label: 'Lost in', countTo: timeline.expiresAt },
    right: null,
  };
}

/** How long there is to do something about it. */
function untilWhen({ redriveId, expiresAt }: MessageTimeline): Part[] {
  if (redriveId !== null) return [` RD-${redriveId} will release it.`];
  if (expiresAt === null) return [' Kept until you re-drive or discard it.'];
  return [' Removed at ', { at: expiresAt, danger: true }, ' unless you re-drive it before.'];
}

function expired({ deadAt, expiresAt, asOf }: MessageTimeline): Headline {
  return {
    sentence: ['Expired at ', { at: expiresAt ?? asOf, danger: true }, ': it was not re-driven in time.'],
    detail: [
      ...(deadAt === null ? [] : ['It was a dead letter since ', { at: deadAt }, '. ']),
      'It can no longer be re-driven. The message itself stays in the log until the retention of the log is over.',
    ],
    left: null,
    right: null,
  };
}

function discarded({ deadAt, discarded: decision }: MessageTimeline): Headline {
  const died: Part[] = deadAt === null ? [] : ['It was a dead letter since ', { at: deadAt }, '. '];
  if (decision === null) {
    return {
      sentence: ['Discarded by an operator, and gone for good: it was not restored in time.'],
      detail: [...died, 'The audit log says who discarded it, and why.'],
      left: null,
      right: null,
    };
  }
  const { by, at, reason, restoreUntil } = decision;
  return {
    sentence: [
      `Discarded by ${by} at `,
      { at, danger: true },
      '; it can be restored until ',
      { at: restoreUntil },
      '.',
    ],
    detail: [`Reason: ${reason}. `, ...died, 'No group gets it, and it cannot be re-driven unless it is restored.'],
    left: null,
    right: null,
  };
}

function failedBefore(timeline: MessageTimeline): Part[] {
  const failed = timeline.deliveries.filter(
    (delivery) => delivery.generation === timeline.generation && delivery.state === 'failed' && isCounted(delivery),
  );
  if (failed.length === 0) return ['No attempt failed before. ', ...lostNote(timeline)];
  const causes = new Set(failed.map(causeName));
  const withCauses = causes.size === 1 ? ', all with the same cause' : ` with ${causes.size} causes`;
  const left = timeline.prediction === null ? 0 : timeline.prediction.next.length + timeline.prediction.omitted;
  return [
    failed.length === 1 ? '1 attempt failed. ' : `${failed.length} attempts failed${withCauses}. `,
    left === 0 ? '' : `${left} left. `,
    ...lostNote(timeline),
  ];
}

/** Ordered clients retry in themselves: what they reported of it is all the broker knows. */
function own(timeline: MessageTimeline): Part[] {
  const tries = timeline.deliveries.filter(
    (delivery) => delivery.startedAt === null && delivery.generation === timeline.generation,
  ).length;
  return tries === 0 ? [] : [`The client reported ${plural(tries, 'attempt')} of its own. `];
}

function assumed({ prediction }: MessageTimeline): Part[] {
  if (prediction === null) return [];
  return prediction.assumedTryMs === 0
    ? ['Times are the earliest possible: as if each attempt failed immediately.']
    : [`Times assume ${formatDuration(prediction.assumedTryMs)} per attempt, the median of this message.`];
}

function headNote({ waitingBehind }: MessageTimeline): Part[] {
  if (waitingBehind === null || waitingBehind.headId === null) return [];
  return ['It also waits behind ', { messageId: waitingBehind.headId }, ' of its key. '];
}

export function causeName(delivery: TimelineDelivery): string {
  return delivery.reason?.errorType ?? `unreported:${delivery.cause ?? 'running'}`;
}

function countFailed(timeline: MessageTimeline): number {
  return timeline.deliveries.filter((delivery) => delivery.state === 'failed').length;
}

function lastAttempt(timeline: MessageTimeline): number {
  return attemptsOf(timeline).made;
}

function plain(sentence: string, detail: string): Headline {
  return { sentence: [sentence], detail: [detail], left: null, right: null };
}
