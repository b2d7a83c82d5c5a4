'use client';

import type { ReactNode } from 'react';
import { FilterField } from '@/components/filters/filter-field';
import { TextFilter } from '@/components/filters/text-filter';
import { MomentFilter } from '@/components/filters/moment-filter';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { foundColumns } from '@/components/find/found-columns';
import { FoundTable } from '@/components/find/found-table';
import { loadMessagePeek, MessagePeek } from '@/components/find/message-peek';
import { Beside } from '@/components/messages/beside';
import { useLiveQuery } from '@/components/live/use-live-query';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { FilterSelect } from '@/components/filters/filter-select';
import type { Load } from '@/components/ui/use-module';
import { ViewMenu } from '@/components/views/view-menu';
import type { FoundPage } from '@/lib/console/operations/messages/views';
import type { ReadResult } from '@/lib/model/read-result';
import { t } from '@/lib/model/language/t';

interface TopicMessagesViewProps {
  readonly topic: string;
  /** By broker, where several have queues of their own. */
  readonly queues: readonly { readonly broker: string | null; readonly queueNo: number }[];
  readonly initial: ReadResult<FoundPage>;
  /** What is read beside the list of a row. */
  readonly peek?: Peek;
  /** Above the list. */
  readonly note?: (found: FoundPage) => ReactNode;
}

interface Peek {
  readonly load: Load<unknown>;
  readonly pane: (peeked: string, onClose: () => void) => ReactNode;
}

const WITH_HISTORY: Peek = {
  load: loadMessagePeek,
  pane: (messageId, onClose) => <MessagePeek key={messageId} messageId={messageId} onClose={onClose} />,
};

/** The log of a topic, newest first: by queue, from a time or an offset back. */
export function TopicMessagesView({ topic, queues, initial, peek = WITH_HISTORY, note }: TopicMessagesViewProps) {
  const url = useUrlParams();
  const [broker, queue, offset, from, to, property] = ['broker', 'queue', 'offset', 'from', 'to', 'property'].map(
    (name) => url.get(name),
  );
  const found = useLiveQuery(
    'foundMessages',
    { topic, broker, queue, offset, from, to, property, cursor: url.get('cursor') },
    { initial, live: { kinds: ['topic', 'message'] } },
  );
  const refusal = found.data?.refusal ?? found.error?.message ?? null;
  const refused = (field: string) => (refusal?.startsWith(field) === true ? { field, message: refusal } : null);
  const peeked = url.get('peek');
  const narrowed = [broker, queue, offset, from, to, property].some((value) => value !== undefined);
  return (
    <Beside
      load={peek.load}
      pane={peeked === undefined ? null : peek.pane(peeked, () => url.replace({ peek: undefined }))}
    >
      {found.data === undefined ? null : note?.(found.data)}
      <div className="toolbar">
        <FilterSelect
          name={t('queue')}
          value={queue === undefined ? '' : queueLabel({ broker: broker ?? null, queueNo: queue })}
          options={[
            { value: '', label: t('all') },
            ...queues.map((each) => ({ value: queueLabel(each), label: queueLabel(each) })),
          ]}
          onChange={(value) => {
            const chosen = queues.find((each) => queueLabel(each) === value);
            const [of, queueNo] = [chosen?.broker ?? undefined, chosen && String(chosen.queueNo)];
            url.set({ broker: of, queue: queueNo, offset: undefined });
          }}
        />
        {queue === undefined ? null : (
          <FilterField of={['offset']} refusal={refused('offset')}>
            {(invalid) => (
              <TextFilter
                name={t('from offset')}
                placeholder={t('newest')}
                value={offset}
                invalid={invalid}
                onChange={(value) => url.set({ offset: value })}
              />
            )}
          </FilterField>
        )}
        <MomentFilter
          name={t('from')}
          label={t('Stored from')}
          value={from}
          onChange={(value) => url.set({ from: value })}
        />
        <MomentFilter
          name={t('to')}
          label={t('Stored before')}
          value={to}
          onChange={(value) => url.set({ to: value })}
        />
        <FilterField of={['property']} refusal={refused('property')}>
          {(invalid) => (
            <TextFilter
              name={t('property')}
              placeholder={t('name=value')}
              value={property}
              invalid={invalid}
              onChange={(value) =>
                url.set({ property: value, ...(value === undefined || from !== undefined ? {} : { from: '-24h' }) })
              }
            />
          )}
        </FilterField>
        <span className="grow" />
        <ViewMenu
          list="topic-messages"
          columns={foundColumns({ oneTopic: true, ofBrokers: found.data?.brokers != null })}
        />
      </div>
      <section className="panel" aria-label={t('Messages')}>
        <FoundTable
          found={found}
          url={url}
          label={t('Messages of {topic}', { topic })}
          oneTopic
          empty={
            found.data?.refusal != null ? (
              <EmptyState kind="filtered-out" title={t('Search unavailable')}>
                {found.data.refusal}
              </EmptyState>
            ) : narrowed ? (
              <EmptyState
                kind="filtered-out"
                action={
                  <ButtonLink
                    size="small"
                    href={url.href({
                      broker: undefined,
                      queue: undefined,
                      offset: undefined,
                      from: undefined,
                      to: undefined,
                      property: undefined,
                      cursor: undefined,
                    })}
                  >
                    {t('Show all of {topic}', { topic })}
                  </ButtonLink>
                }
              >
                {property === undefined
                  ? t('No message of {topic} is in this part of the log.', { topic })
                  : t('No checked message of {topic} has the property {property}.', { topic, property })}
              </EmptyState>
            ) : (
              <EmptyState kind="none-ever" title={t('No messages')}>
                {t('The log of {topic} has no messages: none was sent, or all have expired.', { topic })}
              </EmptyState>
            )
          }
        />
      </section>
    </Beside>
  );
}

function queueLabel({
  broker,
  queueNo,
}: {
  readonly broker: string | null;
  readonly queueNo: number | string;
}): string {
  return broker === null ? String(queueNo) : `${broker} ${queueNo}`;
}
