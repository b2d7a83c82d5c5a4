'use client';

import dynamic from 'next/dynamic';
import { t } from '@/lib/model/language/t';
import { type ReactNode, useEffect } from 'react';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { serverNow } from '@/components/ui/clock';
import { EmptyState } from '@/components/ui/empty-state';
import type { MessageView as MessageViewModel, PlaceView } from '@/lib/console/operations/messages/views';
import type { MessageTimeline } from '@/lib/model/message/timeline';
import type { ReadResult } from '@/lib/model/read-result';
import { BodyPanel } from './body-panel';
import { Decisions } from './decisions';
import { Deliveries } from './deliveries';
import { ErrorPanel } from './error-panel';
import { Gone } from './gone';
import { FoldedProperties, Lineage } from './facts-panels';
import { MessageHeader } from './message-header';
import { chooseTimeline, clientsOf, nextDue, nextTurn, placeOf, scopeKey } from './scope.model';
import { Scheduled } from './scheduled';
import { ScopeLinks } from './scope-links';
import { Strip } from './strip';
import { DeadVerdict, Verdict } from './verdict';

/** Of some messages alone: not part of the first JavaScript of every one. */
const DeadActions = dynamic(async () => (await import('./dead-actions')).DeadActions);
const WaitingActions = dynamic(async () => (await import('./waiting-actions')).WaitingActions);
const BroadcastDeliveries = dynamic(async () => (await import('./broadcast-deliveries')).BroadcastDeliveries);
const BroadcastVerdict = dynamic(async () => (await import('./broadcast-deliveries')).BroadcastVerdict);
const HalfBadge = dynamic(async () => (await import('@/components/transactions/half-badge')).HalfBadge);
const HalfPanel = dynamic(async () => (await import('./half-panel')).HalfPanel);
const TransactionNote = dynamic(async () => (await import('./half-panel')).TransactionNote);

/** The one page of a message, whatever its state. */
export function MessageView({ id, initial }: { readonly id: string; readonly initial: ReadResult<MessageViewModel> }) {
  const url = useUrlParams();
  const message = useLiveQuery(
    'message',
    { id },
    { initial, live: { kinds: ['message', 'dead-letter', 'redrive', 'group', 'topic'], messageId: id } },
  );
  const data = message.data ?? initial.data;
  const { places, scheduled, timelines, recallNotAllowed } = data;
  const timeline = chooseTimeline(timelines, url.get('group'));
  const place = placeOf(places, timeline);
  const half = data.halves.find(({ topic }) => place === undefined || topic === place.topic);
  const clients = timeline === undefined ? [] : clientsOf(timelines, timeline);
  useAskAgainAt(nextTurn(timelines) ?? nextDue(scheduled), message.retry);

  return (
    <>
      <MessageHeader
        id={id}
        timelines={timelines}
        timeline={timeline}
        place={place ?? half}
        actions={
          timeline === undefined ? null : timeline.state === 'dead' ||
            (timeline.state === 'discarded' && timeline.discarded !== null) ? (
            <DeadActions
              timeline={timeline}
              redriveNotAllowed={data.redriveNotAllowed}
              discardNotAllowed={data.discardNotAllowed}
              onDone={message.retry}
            />
          ) : (
            <WaitingActions timeline={timeline} notAllowed={data.retryNotAllowed} onDone={message.retry} />
          )
        }
      >
        {place === undefined && half !== undefined ? <HalfBadge state={half.state} /> : null}
      </MessageHeader>
      <ReadProblem error={message.error} onRetry={message.retry} />
      {scheduled.map((entry) => (
        <Scheduled key={entry.topic} message={entry} mayNotRecall={recallNotAllowed} onChanged={message.retry} />
      ))}
      {place === undefined ? (
        <OutsideTheLog data={data} half={half} onChanged={message.retry} />
      ) : (
        <>
          <ScopeLinks
            timelines={timelines}
            chosen={timeline}
            hrefOf={(entry) => url.href({ group: scopeKey(entry) })}
          />
          {timeline === undefined ? (
            <Unread topic={place.topic} />
          ) : clients.length > 0 ? (
            <BroadcastVerdict clients={clients} />
          ) : (
            <>
              {timeline.state === 'dead' ? (
                <DeadVerdict timeline={timeline} />
              ) : (
                <section className="panel">
                  <Verdict timeline={timeline} />
                  <Strip timeline={timeline} />
                </section>
              )}
              <ErrorPanel timeline={timeline} />
            </>
          )}
          <Below data={data} place={place} timeline={timeline} clients={clients}>
            {half === undefined ? null : <TransactionNote half={half} policy={data.transactionPolicy} />}
          </Below>
        </>
      )}
    </>
  );
}

interface BelowProps {
  readonly data: MessageViewModel;
  readonly place: PlaceView;
  readonly timeline: MessageTimeline | undefined;
  /** Of a broadcast group. */
  readonly clients: readonly MessageTimeline[];
  readonly children: ReactNode;
}

/** Deliveries are wide where there are several; a dead letter is decided by its body as much as by them. */
function Below({ data, place, timeline, clients, children }: BelowProps) {
  const body = (
    <BodyPanel key={place.at} messageId={data.messageId} place={place} notAllowed={data.bodyNotAllowed}>
      <FoldedProperties place={place} />
    </BodyPanel>
  );
  const shared = timeline === undefined || clients.length > 0 ? undefined : timeline;
  const lineage = shared !== undefined && (shared.generation > 0 || shared.state === 'dead');
  return (
    <div className="split split-main">
      <div className="col col-wide">
        {shared === undefined ? null : (
          <>
            <Deliveries timeline={shared} />
            <Decisions timeline={shared} />
          </>
        )}
        {clients.length > 0 ? <BroadcastDeliveries clients={clients} /> : null}
        {timeline === undefined ? body : null}
      </div>
      <div className="col col-wide">
        {timeline === undefined ? null : body}
        {children}
        {shared === undefined || !lineage ? null : (
          <Lineage timeline={shared} redrives={data.redrives} bodyNotAllowed={data.bodyNotAllowed} />
        )}
      </div>
    </div>
  );
}

/** A half message, or nothing at all; what is scheduled has a panel of its own. */
function OutsideTheLog({
  data,
  half,
  onChanged,
}: {
  readonly data: MessageViewModel;
  readonly half: MessageViewModel['halves'][number] | undefined;
  readonly onChanged: () => void;
}) {
  if (half === undefined)
    return data.scheduled.length > 0 ? null : <Gone keptSince={data.keptSince} expired={data.expired} />;
  return (
    <HalfPanel
      half={half}
      policy={data.transactionPolicy}
      notAllowed={data.resolveNotAllowed}
      bodyNotAllowed={data.bodyNotAllowed}
      onChanged={onChanged}
    />
  );
}

function Unread({ topic }: { readonly topic: string }) {
  return (
    <section className="panel">
      <EmptyState kind="none-ever" title={t('No group reads it')}>
        {t(
          `No consumer group has subscribed to {topic} at or before this message. It stays in the log until its
            retention ends.`,
          { topic },
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
