import { formatDuration } from '@/components/ui/duration.model';
import { t } from '@/lib/model/language/t';
import type { MessageTimeline, TimelineDelivery } from '@/lib/model/message/timeline';
import { attemptsOf, isCounted } from '@/lib/model/message/timeline-deliveries';
import {
  assumed,
  behind,
  consumedBy,
  headNote,
  own,
  wasDead,
  fetchedNote,
  type Headline,
  lostNote,
  type Part,
  restartedNote,
  said,
  together,
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
        t('It was a dead letter, and a re-drive sent it to another topic.'),
        t('This group does not receive it any more; each group of that topic has its own copy.'),
      );
    case 'discarded':
      return discarded(timeline);
    case 'dropped':
      return plain(
        t('Its delivery to this client failed. Broadcast messages are not retried.'),
        t(
          `The failure is recorded, and the message is not delivered to this client again; the other clients have
            their own deliveries.`,
        ),
      );
    case 'filtered-out':
      return plain(
        timeline.deliveries.length === 0
          ? t('Not delivered: it did not match the filter of this group.')
          : t('Not delivered again: it did not match the filter of this group any more.'),
        timeline.deliveries.length === 0
          ? t('The group skipped it and counts it as consumed. No client has received it.')
          : t('Its last delivery failed, and the filter changed before the next one. The group counts it as consumed.'),
      );
    case 'unrecorded':
      return plain(
        t('The group is past this message; the outcome is no longer on record.'),
        t('It was either consumed or filtered out. The history does not go back far enough to tell which.'),
      );
  }
}

function inFlight(timeline: MessageTimeline, nowMs: number): Headline {
  const running = timeline.deliveries.findLast((delivery) => delivery.state === 'in-flight');
  const who = running?.client ?? t('an unknown client');
  const attempt = running?.attempt ?? 1;
  const leaseEnd = running?.leaseEndsAt ?? null;
  const over = leaseEnd !== null && Date.parse(leaseEnd) <= nowMs;
  return {
    sentence: over
      ? said('Attempt {attempt} of {of} on {client} ran out of time at {at}. The broker is ending it.', {
          ...{ attempt, of: timeline.maxRetries + 1, client: who, at: { at: leaseEnd } },
        })
      : together(runningSentence(timeline, who, attempt), whenItFails(timeline, attempt)),
    detail: together(failedBefore(timeline), own(timeline), assumed(timeline)),
    left: leaseEnd === null ? null : { label: t('Lease left'), countTo: leaseEnd, tone: 'inflight' },
    right: null,
  };
}

function whenItFails({ keyHold, maxRetries, prediction }: MessageTimeline, attempt: number): Part[] {
  if (keyHold !== null)
    return said('Its key is held by {name}: no attempt is scheduled until it is released.', { name: keyHold.by });
  if (attempt > maxRetries) return said('It is the last one: the message moves to the DLQ unless it succeeds.');
  if (prediction === null) return [];
  return said('Moves to the DLQ at {at} unless an attempt succeeds.', { at: { at: prediction.diesAt, danger: true } });
}

/** An ordered client keeps the message and retries by itself: what it reported of that is another count. */
function runningSentence(timeline: MessageTimeline, who: string, attempt: number): Part[] {
  const { maxRetries, prediction, deliveryOrder, deliveries, generation } = timeline;
  const given = { attempt, of: maxRetries + 1, client: who };
  const reported = deliveries.findLast((delivery) => delivery.generation === generation && delivery.reason !== null);
  if (deliveryOrder !== 'ordered' || reported === undefined || reported.attempt < attempt)
    return said('Attempt {attempt} of {of} is running on {client}.', given);
  const next = prediction?.next[0];
  const more = { ...given, reported: reported.attempt };
  return next === undefined
    ? said(
        `Attempt {attempt} of {of} is running on {client}, which retries by itself. It reported that
        its attempt {reported} failed.`,
        more,
      )
    : said(
        `Attempt {attempt} of {of} is running on {client}, which retries by itself. It reported that
        its attempt {reported} failed; next attempt at {at}.`,
        { ...more, at: { at: next.at } },
      );
}

function waiting(timeline: MessageTimeline, nowMs: number): Headline {
  const { prediction, dueAt } = timeline;
  const attempt = lastAttempt(timeline);
  const isDue = dueAt !== null && Date.parse(dueAt) <= nowMs;
  const overLimit = prediction !== null && prediction.next.length === 0;
  const last = timeline.deliveries.findLast(({ generation }) => generation === timeline.generation);
  const ended =
    last?.cause === 'suspended'
      ? said('The client suspended its lite topic; this delivery does not count as an attempt.')
      : said('Attempt {attempt} of {of} failed.', { attempt, of: timeline.maxRetries + 1 });
  return {
    sentence: together(ended, whatIsNext(timeline, isDue)),
    detail: together(headNote(timeline), failedBefore(timeline), assumed(timeline)),
    left:
      dueAt === null
        ? null
        : { label: overLimit ? t('Moves to the DLQ in') : t('Next attempt in'), countTo: dueAt, tone: 'waiting' },
    right: null,
  };
}

function whatIsNext({ prediction, dueAt }: MessageTimeline, isDue: boolean): Part[] {
  const due = { at: dueAt ?? '' };
  if (prediction === null) {
    if (dueAt === null) return [];
    return isDue ? said('Next attempt due since {due}.', { due }) : said('Next attempt at {due}.', { due });
  }
  const at = { at: prediction.diesAt, danger: true };
  if (prediction.next.length === 0)
    return said('The limit was lowered: it moves to the DLQ at {at} without another attempt.', { at });
  if (dueAt === null) return said('It moves to the DLQ at {at} unless an attempt succeeds.', { at });
  return isDue
    ? said('Next attempt due since {due}; moves to the DLQ at {at} unless an attempt succeeds.', { due, at })
    : said('Next attempt at {due}; moves to the DLQ at {at} unless an attempt succeeds.', { due, at });
}

function ready(timeline: MessageTimeline): Headline {
  const attempt = lastAttempt(timeline);
  const life = timeline.lives.at(-1);
  if (attempt === 0 && timeline.generation > 0) {
    return {
      sentence: said('Re-driven at {at}. No client of {group} has fetched it yet.', {
        ...{ at: { at: life?.startedAt ?? timeline.asOf }, group: timeline.group },
      }),
      detail: said('Attempts count from 1 again. It can be recalled until a client fetches it.'),
      left: null,
      right: null,
    };
  }
  if (attempt === 0) {
    return {
      sentence: said('Ready since {at}. No client of {group} has fetched it yet.', {
        ...{ at: { at: timeline.storedAt }, group: timeline.group },
      }),
      detail: together(
        said('Up to {of, plural, one {# attempt} other {# attempts}}. Not delivered yet.', {
          of: timeline.maxRetries + 1,
        }),
        lostNote(timeline),
      ),
      left: null,
      right: null,
    };
  }
  const since = timeline.dueAt ?? timeline.asOf;
  const overLimit = timeline.prediction !== null && timeline.prediction.next.length === 0;
  const of = timeline.maxRetries + 1;
  return {
    sentence: overLimit
      ? said('Attempt {attempt} failed, and the limit was lowered to {of}. The broker is moving it to the DLQ.', {
          ...{ attempt, of },
        })
      : said('Attempt {attempt} of {of} has been due since {at}. It starts when a client of {group} fetches it.', {
          ...{ attempt: attempt + 1, of, at: { at: since }, group: timeline.group },
        }),
    detail: together(failedBefore(timeline), assumed(timeline)),
    left: null,
    right: null,
  };
}

function held(timeline: MessageTimeline): Headline {
  const { by = t('an operator'), at = timeline.asOf, reason = '' } = timeline.held ?? {};
  const given = { name: by, at: { at } };
  return {
    sentence:
      timeline.deliveryOrder === 'ordered'
        ? said(
            'Held with its key by {name} since {at}: not delivered, and not moved to the DLQ, until it is released.',
            given,
          )
        : said('Held by {name} since {at}: not delivered, and not moved to the DLQ, until it is released.', given),
    detail: together(reason === '' ? [] : said('Reason: {reason}.', { reason }), failedBefore(timeline)),
    left: null,
    right: null,
  };
}

function consumed(timeline: MessageTimeline): Headline {
  const last = timeline.deliveries.findLast((delivery) => delivery.state === 'consumed');
  if (last === undefined) return plain(t('Consumed. The record of the delivery is past its retention.'), '');
  const afterMs = last.endedAt === null ? null : Date.parse(last.endedAt) - Date.parse(timeline.storedAt);
  const failed = countFailed(timeline);
  return {
    sentence: consumedBy(last, timeline.maxRetries + 1),
    detail: together(
      afterMs === null ? [] : said('{duration} after it was sent.', { duration: formatDuration(afterMs, 3) }),
      failed === 0
        ? said('No attempt failed.')
        : said('{failed, plural, one {# attempt} other {# attempts}} failed before.', { failed }),
    ),
    left: null,
    right: last.tookMs === null ? null : { label: t('Took'), text: formatDuration(last.tookMs) },
  };
}

function dead(timeline: MessageTimeline): Headline {
  const life = timeline.lives.at(-1);
  const reason =
    timeline.deliveries.findLast((delivery) => delivery.generation === timeline.generation)?.reason ?? null;
  const made = life?.deliveries ?? 0;
  return {
    sentence: said('Dead letter since {at}: {why}', {
      at: { at: timeline.deadAt ?? timeline.asOf },
      why: whyDead(timeline, timeline.deathCause ?? life?.cause ?? null, made),
    }),
    detail: together(
      reason === null
        ? said('The application did not report a cause.')
        : said('Last error: {error}.', { error: reason.errorType }),
      unconfirmedNote(timeline),
      untilWhen(timeline),
    ),
    left: timeline.expiresAt === null ? null : { label: t('Lost in'), countTo: timeline.expiresAt },
    right: null,
  };
}

/** How long there is to do something about it. */
function untilWhen({ redriveId, expiresAt }: MessageTimeline): Part[] {
  if (redriveId !== null) return said('RD-{id} will release it.', { id: redriveId });
  if (expiresAt === null) return said('Kept until you re-drive or discard it.');
  return said('Removed at {at} unless you re-drive it before.', { at: { at: expiresAt, danger: true } });
}

function expired({ deadAt, expiresAt, asOf }: MessageTimeline): Headline {
  return {
    sentence: said('Expired at {at}: it was not re-driven in time.', { at: { at: expiresAt ?? asOf, danger: true } }),
    detail: together(
      wasDead(deadAt),
      said('It can no longer be re-driven. The message itself stays in the log until the retention of the log ends.'),
    ),
    left: null,
    right: null,
  };
}

function discarded({ deadAt, discarded: decision }: MessageTimeline): Headline {
  const died = wasDead(deadAt);
  if (decision === null) {
    return {
      sentence: said('Discarded by an operator and permanently deleted: it was not restored in time.'),
      detail: together(died, said('The audit log shows who discarded it, and why.')),
      left: null,
      right: null,
    };
  }
  const { by, at, reason, restoreUntil } = decision;
  return {
    sentence: said('Discarded by {name} at {at}; it can be restored until {until}.', {
      ...{ name: by, at: { at, danger: true }, until: { at: restoreUntil } },
    }),
    detail: together(
      said('Reason: {reason}.', { reason }),
      died,
      said('No group gets it, and it cannot be re-driven unless it is restored.'),
    ),
    left: null,
    right: null,
  };
}

function failedBefore(timeline: MessageTimeline): Part[] {
  const failed = timeline.deliveries.filter(
    (delivery) => delivery.generation === timeline.generation && delivery.state === 'failed' && isCounted(delivery),
  );
  if (failed.length === 0) return together(said('No attempt failed before.'), lostNote(timeline));
  const causes = new Set(failed.map(causeName)).size;
  const left = timeline.prediction === null ? 0 : timeline.prediction.next.length + timeline.prediction.omitted;
  const given = { failed: failed.length, causes };
  return together(
    failed.length === 1
      ? said('1 attempt failed.')
      : causes === 1
        ? said('{failed, number} attempts failed, all with the same cause.', given)
        : said('{failed, number} attempts failed with {causes, number} causes.', given),
    left === 0 ? [] : said('{left, number} left.', { left }),
    lostNote(timeline),
  );
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
