'use client';

import { Key, RotateCw } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Button, ButtonLink } from '@/components/ui/button';
import { serverNow } from '@/components/ui/clock';
import { CopyButton } from '@/components/ui/copy-button';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { StateBadge } from '@/components/ui/state-badge';
import { Tag } from '@/components/ui/tag';
import { Time, ZoneName } from '@/components/ui/time';
import type { MessageView as MessageViewModel } from '@/lib/console/queries/message';
import type { ReadResult } from '@/lib/model/read-result';
import { BodyPanel } from './body-panel';
import { Deliveries } from './deliveries';
import { Headers, Lineage, SystemProperties } from './facts-panels';
import { badgeOf, chooseTimeline, nextTurn, scopeKey } from './scope.model';
import { ScopeLinks } from './scope-links';
import { Strip } from './strip';
import { Verdict } from './verdict';

/** The one page of a message, whatever its state. */
export function MessageView({ id, initial }: { readonly id: string; readonly initial: ReadResult<MessageViewModel> }) {
  const router = useRouter();
  const url = useUrlParams();
  const message = useLiveQuery<MessageViewModel>({
    url: '/api/console/message',
    params: { id },
    initial,
    live: { kinds: ['message', 'dead-letter', 'redrive', 'group', 'topic'], messageId: id },
  });
  const { places, timelines, redrives, keptSince, bodyNotAllowed, redriveNotAllowed } = message.data ?? initial.data;
  const timeline = chooseTimeline(timelines, url.get('group'));
  const place =
    places.find(
      (copy) =>
        timeline === undefined ||
        (copy.topic === timeline.topic && copy.queueNo === timeline.queueNo && copy.offset === timeline.offset),
    ) ?? places[0];
  useAskAgainAt(nextTurn(timelines), message.retry);

  const isDead = timeline?.state === 'dead' && timeline.redriveId === null;
  const planHref = isDead ? `/redrives/new?${new URLSearchParams({ group: timeline.group, message: id })}` : null;
  useShortcut(
    'r',
    () => (planHref === null ? undefined : router.push(planHref)),
    'Plan a re-drive of this message',
    planHref !== null && redriveNotAllowed === null,
  );

  return (
    <>
      <PageHeader
        title={
          <span className="row row-tight">
            <span className="mono">{id}</span>
            <CopyButton text={id} label="Copy the message id" />
          </span>
        }
        marks={
          <>
            {timeline === undefined ? null : <StateBadge {...badgeOf(timeline)} />}
            {place === undefined ? null : <Tag>{place.topic}</Tag>}
            {timeline === undefined ? null : <Tag>{timeline.group}</Tag>}
            {place?.messageGroup == null && place?.keys[0] === undefined ? null : (
              <Tag icon={Key}>{place.messageGroup ?? place.keys[0]}</Tag>
            )}
          </>
        }
        actions={
          planHref === null ? null : redriveNotAllowed === null ? (
            <ButtonLink href={planHref} variant="primary" icon={RotateCw} keys="r">
              Re-drive…
            </ButtonLink>
          ) : (
            <Button variant="primary" icon={RotateCw} disabledReason={redriveNotAllowed}>
              Re-drive…
            </Button>
          )
        }
      />
      <ReadProblem error={message.error} onRetry={message.retry} />
      {place === undefined ? (
        <Gone keptSince={keptSince} />
      ) : (
        <>
          <ScopeLinks
            timelines={timelines}
            chosen={timeline}
            hrefOf={(entry) => url.href({ group: scopeKey(entry) })}
          />
          <section className="panel">
            {timeline === undefined ? (
              <EmptyState kind="none-ever" title="No group reads it">
                No consumer group has subscribed to {place.topic} at or before this message. It stays in the log until
                its retention is over.
              </EmptyState>
            ) : (
              <>
                <Verdict timeline={timeline} />
                <Strip timeline={timeline} />
              </>
            )}
          </section>
          <div className="split split-main">
            <div className="col col-wide">
              {timeline === undefined ? null : <Deliveries timeline={timeline} />}
              {timeline === undefined ? <BodyPanel messageId={id} place={place} notAllowed={bodyNotAllowed} /> : null}
            </div>
            <div className="col col-wide">
              {timeline === undefined ? null : (
                <BodyPanel key={place.at} messageId={id} place={place} notAllowed={bodyNotAllowed} />
              )}
              <Headers place={place} />
              <SystemProperties place={place} />
              {timeline === undefined ? null : <Lineage timeline={timeline} redrives={redrives} />}
            </div>
          </div>
        </>
      )}
    </>
  );
}

/** Not a 404: whether it never was or is gone, nobody can tell any more, and the page says so. */
function Gone({ keptSince }: { readonly keptSince: string | null }) {
  return (
    <section className="panel">
      <EmptyState kind="none-in-range" title="Not here">
        No message with this id is stored.{' '}
        {keptSince === null ? (
          'The log is empty.'
        ) : (
          <>
            The log holds what came since <Time at={keptSince} style="day-clock" /> <ZoneName />; what was sent before
            that is gone, unless it was dead or under way. An id is compared letter by letter.
          </>
        )}
      </EmptyState>
    </section>
  );
}

/** Time passing is a transition that no hint announces. */
function useAskAgainAt(at: string | null, ask: () => void): void {
  useEffect(() => {
    if (at === null) return undefined;
    const waitMs = Math.min(2 ** 30, Math.max(0, Date.parse(at) - serverNow()) + 300);
    const timer = setTimeout(ask, waitMs);
    return () => clearTimeout(timer);
    // eslint-disable-next-line -- `ask` is new with each render and always does the same
  }, [at]);
}
