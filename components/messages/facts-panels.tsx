'use client';

import { Check, CirclePlay, RotateCw, SquareX } from 'lucide-react';
import { Link } from '@/components/ui/link';
import { Fold } from '@/components/ui/fold';
import { Icon } from '@/components/ui/icon';
import { formatCount, plural } from '@/components/ui/number.model';
import { Time, ZoneName } from '@/components/ui/time';
import type { PlaceView, RedriveNote } from '@/lib/console/operations/messages/views';
import type { MessageTimeline, TimelineLife } from '@/lib/model/message/timeline';
import { describeCause } from '@/components/ui/delivery-cause.model';
import { MessageEdits } from './message-edits';
import styles from './messages.module.css';
import { TextFact } from './text-fact';

/** What the producer set and what the broker noted, one line each until it is asked for. */
export function FoldedProperties({ place }: { readonly place: PlaceView }) {
  return (
    <>
      {place.properties.length === 0 ? (
        <p className={styles.none}>No headers set by the producer</p>
      ) : (
        <Fold
          line={`${plural(place.properties.length, 'header')} set by the producer: ${place.properties
            .map(([name]) => name)
            .join(', ')}`}
        >
          <HeaderFacts properties={place.properties} />
        </Fold>
      )}
      <Fold
        line={
          <>
            System properties: stored <Time at={place.storedAt} />, queue {place.queueNo}, offset{' '}
            {formatCount(place.offset)}
          </>
        }
      >
        <SystemFacts place={place} />
      </Fold>
    </>
  );
}

function SystemFacts({ place }: { readonly place: PlaceView }) {
  return (
    <dl className="facts panel-body">
      <dt>Born</dt>
      <dd>
        <Time at={place.bornAt} style="day-clock" /> <ZoneName /> on {place.bornHost}
      </dd>
      <dt>Stored</dt>
      <dd>
        <Time at={place.storedAt} style="day-clock" /> <ZoneName />
      </dd>
      {place.deliverAt === null ? null : (
        <>
          <dt>Delivery time</dt>
          <dd>
            <Time at={place.deliverAt} style="day-clock" /> <ZoneName />
          </dd>
        </>
      )}
      <dt>Queue, offset</dt>
      <dd>
        {place.topic} / {place.queueNo} / {place.offset}
      </dd>
      <dt>Type</dt>
      <dd>{place.type}</dd>
      {place.deadLetterOf === null ? null : <TextFact name="Dead letter from" value={place.deadLetterOf} />}
      {place.messageGroup === null ? null : <TextFact name="Message group" value={place.messageGroup} />}
      {place.priority === null ? null : <TextFact name="Priority" value={String(place.priority)} />}
      {place.keys.length === 0 ? null : <TextFact name="Keys" value={place.keys.join(', ')} />}
      {place.tag === null ? null : <TextFact name="Tag" value={place.tag} />}
      {place.traceContext === null ? null : <TextFact name="Trace" value={place.traceContext} />}
      {place.traceUrl === null ? null : (
        <>
          <dt>Its trace</dt>
          <dd>
            <a href={place.traceUrl} target="_blank" rel="noopener noreferrer">
              Open in {new URL(place.traceUrl).host}
            </a>
          </dd>
        </>
      )}
    </dl>
  );
}

/** Headers as a panel of their own, where there is no body beside them. */
export function Headers({ place }: { readonly place: Pick<PlaceView, 'properties'> }) {
  return (
    <section className="panel">
      <header>
        <h2>Headers</h2>
        <span className="small text-3">
          {place.properties.length === 0
            ? 'none set by the producer'
            : `${place.properties.length}, set by the producer`}
        </span>
      </header>
      {place.properties.length === 0 ? null : <HeaderFacts properties={place.properties} />}
    </section>
  );
}

function HeaderFacts({ properties }: Pick<PlaceView, 'properties'>) {
  return (
    <dl className="facts panel-body">
      {properties.map(([name, value]) => (
        <TextFact key={name} name={name} value={value} />
      ))}
    </dl>
  );
}

export function Lineage({
  timeline,
  redrives,
  bodyNotAllowed,
}: {
  readonly timeline: MessageTimeline;
  readonly redrives: readonly RedriveNote[];
  readonly bodyNotAllowed: string | null;
}) {
  return (
    <section className="panel">
      <header>
        <h2>Re-drives of this message</h2>
        {timeline.generation === 0 ? null : (
          <span className="small text-3">
            {redrives.some(({ edited }) => edited) ? 'same id; an operator changed it' : 'same id, key and body'}
          </span>
        )}
      </header>
      {timeline.generation === 0 ? <p className="panel-body small text-2">None yet</p> : null}
      <ol className={`panel-body ${styles.lives}`}>
        {timeline.lives.map((life) => (
          <Life
            key={life.generation}
            life={life}
            note={redrives.find((redrive) => redrive.redriveId === life.redriveId)}
            isNow={life.generation === timeline.generation}
          />
        ))}
      </ol>
      {redrives.some(({ edited }) => edited) ? (
        <MessageEdits messageId={timeline.messageId} group={timeline.group} notAllowed={bodyNotAllowed} />
      ) : null}
    </section>
  );
}

function Life({
  life,
  note,
  isNow,
}: {
  readonly life: TimelineLife;
  readonly note: RedriveNote | undefined;
  readonly isNow: boolean;
}) {
  const icon = life.end === 'dead' ? SquareX : life.end === 'consumed' ? Check : CirclePlay;
  const tone = life.end === 'dead' ? 'fg-dlq' : life.end === 'consumed' ? 'fg-commit' : 'fg-inflight';
  return (
    <>
      {note === undefined ? null : (
        <li className={styles.life}>
          <Icon of={RotateCw} />
          <div>
            Re-driven at <Time at={life.startedAt} /> in{' '}
            <Link href={`/redrives/${note.redriveId}`} prefetch={false}>
              {note.name}
            </Link>{' '}
            by {note.by}
            {note.edited ? ', edited' : null}
            {note.reason === '' ? null : <div className="text-3">“{note.reason}”</div>}
          </div>
        </li>
      )}
      <li className={styles.life}>
        <span className={tone}>
          <Icon of={icon} />
        </span>
        <div>
          Life {life.generation + 1}
          {isNow ? ', this one' : ''}: <Time at={life.startedAt} />
          {life.endedAt === null ? null : (
            <>
              {' to '}
              <Time at={life.endedAt} />
            </>
          )}
          , {endOf(life)}
        </div>
      </li>
    </>
  );
}

function endOf(life: TimelineLife): string {
  const made = plural(life.deliveries, 'delivery', 'deliveries');
  switch (life.end) {
    case 'consumed':
      return `consumed after ${made}`;
    case 'dead':
      return life.cause === 'recalled'
        ? 'recalled before anyone fetched it'
        : `dead after ${made}: ${describeCause(life.cause)}`;
    case null:
      return `${made} so far`;
  }
}
