'use client';

import type { ReactElement } from 'react';
import { Check, CirclePlay, RotateCw, SquareX } from 'lucide-react';
import { Link } from '@/components/ui/link';
import { Fold } from '@/components/ui/fold';
import { Icon } from '@/components/ui/icon';
import { formatCount } from '@/components/ui/number.model';
import { Time, ZoneName } from '@/components/ui/time';
import type { PlaceView, RedriveNote } from '@/lib/console/operations/messages/views';
import type { MessageTimeline, TimelineLife } from '@/lib/model/message/timeline';
import { describeCause } from '@/components/ui/delivery-cause.model';
import { MessageEdits } from './message-edits';
import styles from './messages.module.css';
import { TextFact } from './text-fact';
import { Said } from '@/components/ui/said';
import { enumerated } from '@/lib/model/language/list';
import { type Piece, pieces, quoted, t } from '@/lib/model/language/t';

/** What the producer set and what the broker noted, one line each until it is asked for. */
export function FoldedProperties({ place }: { readonly place: PlaceView }) {
  return (
    <>
      {place.properties.length === 0 ? (
        <p className={styles.none}>{t('No headers set by the producer')}</p>
      ) : (
        <Fold
          line={t('{count, plural, one {# header} other {# headers}} set by the producer: {names}', {
            count: place.properties.length,
            names: enumerated(place.properties.map(([name]) => name)),
          })}
        >
          <HeaderFacts properties={place.properties} />
        </Fold>
      )}
      <Fold
        line={
          <Said
            of={pieces('System properties: stored {time}, queue {queue}, offset {offset}', {
              ...{ time: <Time at={place.storedAt} />, queue: place.queueNo, offset: formatCount(place.offset) },
            })}
          />
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
      <dt>{t('Born')}</dt>
      <dd>
        <Said
          of={pieces('{time} {zone} on {host}', {
            ...{ time: <Time at={place.bornAt} style="day-clock" />, zone: <ZoneName />, host: place.bornHost },
          })}
        />
      </dd>
      <dt>{t('Stored')}</dt>
      <dd>
        <Time at={place.storedAt} style="day-clock" /> <ZoneName />
      </dd>
      {place.deliverAt === null ? null : (
        <>
          <dt>{t('Delivery time')}</dt>
          <dd>
            <Time at={place.deliverAt} style="day-clock" /> <ZoneName />
          </dd>
        </>
      )}
      <dt>{t('Queue, offset')}</dt>
      <dd>
        {place.topic} / {place.queueNo} / {place.offset}
      </dd>
      <dt>{t('Type')}</dt>
      <dd>{place.type}</dd>
      {place.deadLetterOf === null ? null : <TextFact name={t('Dead letter from')} value={place.deadLetterOf} />}
      {place.messageGroup === null ? null : (
        <TextFact name={place.type === 'LITE' ? t('Lite topic') : t('Message group')} value={place.messageGroup} />
      )}
      {place.priority === null ? null : <TextFact name={t('Priority')} value={String(place.priority)} />}
      {place.keys.length === 0 ? null : <TextFact name={t('Keys')} value={enumerated(place.keys)} />}
      {place.tag === null ? null : <TextFact name={t('Tag')} value={place.tag} />}
      {place.traceContext === null ? null : <TextFact name={t('Trace')} value={place.traceContext} />}
      {place.traceUrl === null ? null : (
        <>
          <dt>{t('Trace link')}</dt>
          <dd>
            <a href={place.traceUrl} target="_blank" rel="noopener noreferrer">
              {t('Open in {host}', { host: new URL(place.traceUrl).host })}
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
        <h2>{t('Headers')}</h2>
        <span className="small text-3">
          {place.properties.length === 0
            ? t('none set by the producer')
            : t('{count, number} set by the producer', { count: place.properties.length })}
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
        <h2>{t('Re-drives of this message')}</h2>
        {timeline.generation === 0 ? null : (
          <span className="small text-3">
            {redrives.some(({ edited }) => edited) ? t('same id, edited by an operator') : t('same id, key and body')}
          </span>
        )}
      </header>
      {timeline.generation === 0 ? <p className="panel-body small text-2">{t('None yet')}</p> : null}
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
            <Said of={redrivenWords(life, note)} />
            {note.reason === '' ? null : <div className="text-3">{quoted(note.reason)}</div>}
          </div>
        </li>
      )}
      <li className={styles.life}>
        <span className={tone}>
          <Icon of={icon} />
        </span>
        <div>
          <Said of={lifeWords(life, isNow)} />
        </div>
      </li>
    </>
  );
}

function redrivenWords(life: TimelineLife, note: RedriveNote): readonly Piece<ReactElement>[] {
  const found = {
    time: <Time at={life.startedAt} />,
    run: (
      <Link href={`/redrives/${note.redriveId}`} prefetch={false}>
        {note.name}
      </Link>
    ),
    person: note.by,
  };
  return note.edited
    ? pieces('Re-driven at {time} in {run} by {person}, edited', found)
    : pieces('Re-driven at {time} in {run} by {person}', found);
}

function lifeWords(life: TimelineLife, isNow: boolean): readonly Piece<ReactElement>[] {
  const name = isNow
    ? t('Life {life, number} (current)', { life: life.generation + 1 })
    : t('Life {life, number}', { life: life.generation + 1 });
  const found = { name, from: <Time at={life.startedAt} />, end: endOf(life) };
  return life.endedAt === null
    ? pieces('{name}: since {from}, {end}', found)
    : pieces('{name}: {from} to {to}, {end}', { ...found, to: <Time at={life.endedAt} /> });
}

function endOf({ deliveries, end, cause }: TimelineLife): string {
  switch (end) {
    case 'consumed':
      return t('consumed after {deliveries, plural, one {# delivery} other {# deliveries}}', { deliveries });
    case 'dead':
      return cause === 'recalled'
        ? t('recalled before any client fetched it')
        : t('dead after {deliveries, plural, one {# delivery} other {# deliveries}}: {cause}', {
            ...{ deliveries, cause: describeCause(cause) },
          });
    case null:
      return t('{deliveries, plural, one {# delivery} other {# deliveries}} so far', { deliveries });
  }
}
