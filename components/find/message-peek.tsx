'use client';

import { ArrowUpRight, X } from 'lucide-react';
import Link from 'next/link';
import { shorten } from '@/components/dead-letters/letter-columns';
import peek from '@/components/dead-letters/peek.module.css';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { useLiveQuery } from '@/components/live/use-live-query';
import { BodyPanel } from '@/components/messages/body-panel';
import { messageHref } from '@/components/messages/message-href';
import { badgeOf, chooseTimeline, placeOf, scopesOf } from '@/components/messages/scope.model';
import { Verdict } from '@/components/messages/verdict';
import { Button, ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { formatCount } from '@/components/ui/number.model';
import { Skeleton } from '@/components/ui/skeleton';
import { StateBadge } from '@/components/ui/state-badge';
import { Time } from '@/components/ui/time';
import type { MessageView, PlaceView } from '@/lib/console/reads/message';

/** One message beside a list: how it stands in each group, its body, where it is. */
export function MessagePeek({ messageId, onClose }: { readonly messageId: string; readonly onClose: () => void }) {
  const message = useLiveQuery(
    'message',
    { id: messageId },
    { live: { kinds: ['message', 'dead-letter', 'redrive'], messageId } },
  );
  useShortcut('escape', onClose, 'Close the message');
  const data = message.isPrevious ? undefined : message.data;
  return (
    <aside className={peek.peek} aria-label={`Message ${messageId}`} tabIndex={-1}>
      <header className={peek.head}>
        <b className="mono" title={messageId}>
          {shorten(messageId)}
        </b>
        <span className="grow" />
        <ButtonLink href={messageHref(messageId)} size="small" variant="ghost" icon={ArrowUpRight} keys="↵">
          Open
        </ButtonLink>
        <Button size="small" variant="ghost" icon={X} keys="Esc" onClick={onClose}>
          <span className="visually-hidden">Close</span>
        </Button>
      </header>
      {message.error === null ? null : <EmptyState kind="could-not-ask">{message.error.message}</EmptyState>}
      {data === undefined && message.error === null ? <Skeleton label="Loading the message" /> : null}
      {data === undefined ? null : <Told data={data} />}
    </aside>
  );
}

function Told({ data }: { readonly data: MessageView }) {
  const { messageId, places, timelines } = data;
  const timeline = chooseTimeline(timelines, undefined);
  const place = placeOf(places, timeline);
  if (place === undefined)
    return (
      <EmptyState kind="none-in-range">
        It is not in the log. Its page says where it waits, or why it is gone.
      </EmptyState>
    );
  return (
    <>
      {timeline === undefined || timeline.client !== null ? null : <Verdict timeline={timeline} />}
      <section className={peek.part} aria-label="Groups">
        <h3>Groups</h3>
        {timelines.length === 0 ? <p className="small text-2">No group reads it.</p> : null}
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
      <Facts place={place} />
    </>
  );
}

function Facts({ place }: { readonly place: PlaceView }) {
  const { topic, tag, queueNo, offset, keys, messageGroup, properties, bornAt, bornHost } = place;
  return (
    <dl className={peek.facts}>
      <dt>Topic, tag</dt>
      <dd>
        {topic}
        {tag === null ? '' : `, ${tag}`}
      </dd>
      <dt>Queue, offset</dt>
      <dd>
        {queueNo} / {formatCount(offset)}
      </dd>
      <dt>Keys</dt>
      <dd>{[...keys, ...(messageGroup === null ? [] : [messageGroup])].join(', ') || 'none'}</dd>
      {properties.length === 0 ? null : (
        <>
          <dt>Properties</dt>
          <dd>{properties.map(([name, value]) => `${name}=${value}`).join(', ')}</dd>
        </>
      )}
      <dt>Born</dt>
      <dd>
        <Time at={bornAt} style="day-clock" /> on {bornHost}
      </dd>
    </dl>
  );
}
