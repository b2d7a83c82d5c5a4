'use client';

import { Pencil, RotateCw } from 'lucide-react';
import Link from 'next/link';
import { stackBelow } from '@/components/causes/causes.model';
import { BodyPanel } from '@/components/messages/body-panel';
import { PeekFrame } from '@/components/messages/peek-frame';
import styles from '@/components/messages/peek.module.css';
import { badgeOf, chooseTimeline, placeOf } from '@/components/messages/scope.model';
import { Verdict } from '@/components/messages/verdict';
import { ButtonLink } from '@/components/ui/button';
import { describeCause } from '@/components/ui/delivery-cause.model';
import { EmptyState } from '@/components/ui/empty-state';
import { StateBadge } from '@/components/ui/state-badge';
import { Time, ZoneName } from '@/components/ui/time';
import type { MessageView } from '@/lib/console/reads/message';
import type { MessageTimeline } from '@/lib/model/timeline';
import { planHref } from './dead-letters.model';
import { pageOf, type Peeked } from './peek.model';

interface PeekProps {
  readonly peeked: Peeked;
  readonly onClose: () => void;
}

/** One letter beside the list, which keeps its place: what happened to it, why, and its body. */
export function Peek({ peeked, onClose }: PeekProps) {
  const { messageId, group } = peeked;
  const timelineOf = (data: MessageView) => chooseTimeline(data.timelines, group);
  const badge = (data: MessageView) => {
    const timeline = timelineOf(data);
    return timeline === undefined ? null : <StateBadge {...badgeOf(timeline)} />;
  };
  return (
    <PeekFrame noun="Letter" messageId={messageId} href={pageOf(peeked)} onClose={onClose} badge={badge}>
      {(data) => {
        const timeline = timelineOf(data);
        return (
          <>
            <Told data={data} timeline={timeline} messageId={messageId} />
            {timeline?.state === 'dead' && timeline.redriveId === null ? <Next peeked={peeked} /> : null}
          </>
        );
      }}
    </PeekFrame>
  );
}

/** Each leads to a plan of this one letter; the bar of the list is about the list. */
function Next({ peeked: { messageId, group } }: Pick<PeekProps, 'peeked'>) {
  return (
    <div className={styles.next} role="region" aria-label="This letter">
      <ButtonLink icon={Pencil} href={planHref(group, { message: messageId, edit: '1' })}>
        Edit and re-drive…
      </ButtonLink>
      <span className="grow" />
      <ButtonLink icon={RotateCw} href={planHref(group, { message: messageId })}>
        Re-drive this one…
      </ButtonLink>
    </div>
  );
}

interface ToldProps {
  readonly data: MessageView;
  readonly timeline: MessageTimeline | undefined;
  readonly messageId: string;
}

function Told({ data, timeline, messageId }: ToldProps) {
  const place = placeOf(data.places, timeline);
  if (timeline === undefined || place === undefined)
    return <EmptyState kind="none-in-range">It is not here any more. Its page says what is known.</EmptyState>;
  const [last] = timeline.reasons;
  const stack = last === undefined ? '' : stackBelow(last);
  return (
    <>
      <Verdict timeline={timeline} />
      <section className={styles.part} aria-label="Deliveries">
        <h3>
          Deliveries, <ZoneName />
        </h3>
        <ol className={styles.deliveries}>
          {timeline.deliveries.map((delivery) => (
            <li key={`${delivery.generation} ${delivery.attempt}`}>
              {delivery.endedAt === null ? 'now' : <Time at={delivery.endedAt} />}
              <span>{delivery.state === 'failed' ? describeCause(delivery.cause) : delivery.state}</span>
              <span className="text-3">{delivery.client}</span>
            </li>
          ))}
        </ol>
      </section>
      <section className={styles.part} aria-label="Error">
        <h3>
          {last === undefined ? 'Error' : `Error of delivery ${last.attempt}`}
          <span className="grow" />
        </h3>
        {last === undefined ? (
          <p className="small text-2">The application reported nothing: {describeCause(timeline.deathCause)}.</p>
        ) : (
          <pre className={styles.error} tabIndex={0} aria-label="Error text">
            <b>
              {last.errorType}: {last.message}
            </b>
            {stack === '' ? '' : `\n${stack}`}
          </pre>
        )}
      </section>
      <BodyPanel messageId={messageId} place={place} notAllowed={data.bodyNotAllowed} />
      <dl className={styles.facts}>
        <dt>Topic, tag</dt>
        <dd>
          {place.topic}
          {place.tag === null ? '' : `, ${place.tag}`}
        </dd>
        <dt>Group</dt>
        <dd>
          <Link href={`/groups/${encodeURIComponent(timeline.group)}`} prefetch={false}>
            {timeline.group}
          </Link>
        </dd>
        <dt>Keys</dt>
        <dd>{[...place.keys, ...(place.messageGroup === null ? [] : [place.messageGroup])].join(', ') || 'none'}</dd>
        <dt>Born</dt>
        <dd>
          <Time at={place.bornAt} style="day-clock" /> on {place.bornHost}
        </dd>
        <dt>Expires</dt>
        <dd>
          {timeline.expiresAt === null ? keptBecause(timeline) : <Time at={timeline.expiresAt} style="day-clock" />}
        </dd>
        {timeline.accepted === null ? null : (
          <>
            <dt>Accepted</dt>
            <dd>
              by {timeline.accepted.by}: {timeline.accepted.reason}
            </dd>
          </>
        )}
      </dl>
    </>
  );
}

function keptBecause({ held, redriveId }: MessageTimeline): string {
  if (redriveId !== null) return `not while it is in RD-${redriveId}`;
  return held === null ? 'not by itself' : `held by ${held.by}${held.reason === '' ? '' : `: ${held.reason}`}`;
}
