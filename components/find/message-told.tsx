'use client';

import { Link } from '@/components/ui/link';
import { BodyPanel } from '@/components/messages/body-panel';
import peek from '@/components/messages/peek.module.css';
import { messageHref } from '@/components/parts/names';
import { badgeOf, chooseTimeline, placeOf, scopesOf } from '@/components/messages/scope.model';
import { Verdict } from '@/components/messages/verdict';
import { EmptyState } from '@/components/ui/empty-state';
import { formatCount } from '@/components/ui/number.model';
import { StateBadge } from '@/components/ui/state-badge';
import { Time } from '@/components/ui/time';
import type { MessageView, PlaceView } from '@/lib/console/operations/messages/views';
import { Said } from '@/components/ui/said';
import { between, pieces, t } from '@/lib/model/language/t';
import { enumerated } from '@/lib/model/language/list';

/** How it stands in each group, its body, where it is. */
export function MessageTold({ data }: { readonly data: MessageView }) {
  const { messageId, places, timelines } = data;
  const timeline = chooseTimeline(timelines, undefined);
  const place = placeOf(places, timeline);
  if (place === undefined)
    return (
      <EmptyState kind="none-in-range">
        {t('The message is not in the log. Its page shows where it waits, or why it is gone.')}
      </EmptyState>
    );
  return (
    <>
      {timeline === undefined || timeline.client !== null ? null : <Verdict timeline={timeline} />}
      <section className={peek.part} aria-label={t('Groups')}>
        <h3>{t('Groups')}</h3>
        {timelines.length === 0 ? <p className="small text-2">{t('No group reads this message.')}</p> : null}
        <ul className="col col-tight small">
          {scopesOf(timelines).map((scope) => (
            <li key={scope.group} className="row">
              <Link href={messageHref(messageId, scope.group)} prefetch={false} className="clip">
                {scope.group}
              </Link>
              <span className="grow" />
              <StateBadge {...badgeOf(scope)} plain />
            </li>
          ))}
        </ul>
      </section>
      <BodyPanel messageId={messageId} place={place} notAllowed={data.bodyNotAllowed} />
      <MessageFacts place={place} />
    </>
  );
}

/** Where a copy lies, and what its producer put beside the body. */
export function MessageFacts({ place }: { readonly place: PlaceView }) {
  const { topic, tag, queueNo, offset, keys, messageGroup, priority, properties, bornAt, bornHost } = place;
  return (
    <dl className={peek.facts}>
      <dt>{t('Topic, tag')}</dt>
      <dd>
        {topic}
        {tag === null ? '' : `${between(',')}${tag}`}
      </dd>
      <dt>{t('Queue, offset')}</dt>
      <dd>
        {queueNo} / {formatCount(offset)}
      </dd>
      <dt>{t('Keys')}</dt>
      <dd>{enumerated([...keys, ...(messageGroup === null ? [] : [messageGroup])]) || t('none')}</dd>
      {priority === null ? null : (
        <>
          <dt>{t('Priority')}</dt>
          <dd>{priority}</dd>
        </>
      )}
      {properties.length === 0 ? null : (
        <>
          <dt>{t('Properties')}</dt>
          <dd>{enumerated(properties.map(([name, value]) => `${name}=${value}`))}</dd>
        </>
      )}
      <dt>{t('Born')}</dt>
      <dd>
        <Said of={pieces('{time} on {host}', { time: <Time at={bornAt} style="day-clock" />, host: bornHost })} />
      </dd>
    </dl>
  );
}
