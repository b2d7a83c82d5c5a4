'use client';

import { Link } from '@/components/ui/link';
import type { ReactNode } from 'react';
import { describeCause } from '@/components/ui/delivery-cause.model';
import { EmptyState } from '@/components/ui/empty-state';
import { Time, ZoneName } from '@/components/ui/time';
import type { MessageView } from '@/lib/console/operations/messages/views';
import type { MessageTimeline } from '@/lib/model/message/timeline';
import { BodyPanel } from './body-panel';
import { ErrorText } from './error-text';
import { outcomeOf } from './peek-outcome.model';
import styles from './peek.module.css';
import { nameOfClient } from './process.model';
import { placeOf } from './scope.model';
import { Verdict } from './verdict';
import { Said } from '@/components/ui/said';
import { between, pieces, t } from '@/lib/model/language/t';
import { enumerated } from '@/lib/model/language/list';

interface PeekToldProps {
  readonly data: MessageView;
  /** Of the group that the list is about. */
  readonly timeline: MessageTimeline | undefined;
  readonly messageId: string;
  /** Facts of this list alone: pairs of dt and dd. */
  readonly facts?: (timeline: MessageTimeline) => ReactNode;
}

/** One message and one group beside a list: what happened, why, the body. */
export function PeekTold({ data, timeline, messageId, facts }: PeekToldProps) {
  const place = placeOf(data.places, timeline);
  if (timeline === undefined || place === undefined)
    return (
      <EmptyState kind="none-in-range">
        {t('The message is no longer in this list. Its page shows what happened.')}
      </EmptyState>
    );
  const [last] = timeline.reasons;
  return (
    <>
      <Verdict timeline={timeline} />
      <section className={styles.part} aria-label={t('Deliveries')}>
        <h3>
          <Said of={pieces('Deliveries, {zone}', { zone: <ZoneName /> })} />
        </h3>
        <ol className={styles.deliveries}>
          {timeline.deliveries.map((delivery) => (
            <li key={`${delivery.generation} ${delivery.attempt} ${delivery.startedAt}`}>
              {delivery.endedAt === null ? t('now') : <Time at={delivery.endedAt} />}
              <span>{outcomeOf(delivery)}</span>
              <span className="text-3" title={delivery.client ?? undefined}>
                {delivery.client === null ? null : nameOfClient(delivery.client)}
              </span>
            </li>
          ))}
        </ol>
      </section>
      <section className={styles.part} aria-label={t('Error')}>
        <h3>{last === undefined ? t('Error') : t('Error of attempt {attempt}', { attempt: last.attempt })}</h3>
        {last === undefined ? (
          <p className="small text-2">
            {timeline.deathCause === null
              ? t('The application did not report an error.')
              : t('The application did not report an error: {cause}.', { cause: describeCause(timeline.deathCause) })}
          </p>
        ) : (
          <ErrorText errorType={last.errorType} message={last.message} stack={last.stack} className={styles.error} />
        )}
      </section>
      <BodyPanel messageId={messageId} place={place} notAllowed={data.bodyNotAllowed} />
      <dl className={styles.facts}>
        <dt>{t('Topic, tag')}</dt>
        <dd>
          {place.topic}
          {place.tag === null ? '' : `${between(',')}${place.tag}`}
        </dd>
        <dt>{t('Group')}</dt>
        <dd>
          <Link href={`/groups/${encodeURIComponent(timeline.group)}`} prefetch={false}>
            {timeline.group}
          </Link>
        </dd>
        <dt>{t('Keys')}</dt>
        <dd>
          {enumerated([...place.keys, ...(place.messageGroup === null ? [] : [place.messageGroup])]) || t('No key')}
        </dd>
        {place.priority === null ? null : (
          <>
            <dt>{t('Priority')}</dt>
            <dd>{place.priority}</dd>
          </>
        )}
        <dt>{t('Born')}</dt>
        <dd>
          <Said
            of={pieces('{time} on {host}', {
              ...{ time: <Time at={place.bornAt} style="day-clock" />, host: place.bornHost },
            })}
          />
        </dd>
        {facts?.(timeline)}
      </dl>
    </>
  );
}
