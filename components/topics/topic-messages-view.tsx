'use client';

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
import { ViewMenu } from '@/components/views/view-menu';
import type { FoundPage } from '@/lib/console/operations/messages/views';
import type { ReadResult } from '@/lib/model/read-result';

interface TopicMessagesViewProps {
  readonly topic: string;
  readonly queues: readonly number[];
  readonly initial: ReadResult<FoundPage>;
}

/** The log of a topic, newest first: by queue, from a time or an offset back. */
export function TopicMessagesView({ topic, queues, initial }: TopicMessagesViewProps) {
  const url = useUrlParams();
  const [queue, offset, from, to, property] = ['queue', 'offset', 'from', 'to', 'property'].map((name) =>
    url.get(name),
  );
  const found = useLiveQuery(
    'foundMessages',
    { topic, queue, offset, from, to, property, cursor: url.get('cursor') },
    { initial, live: { kinds: ['topic', 'message'] } },
  );
  const refusal = found.data?.refusal ?? found.error?.message ?? null;
  const refused = (field: string) => (refusal?.startsWith(field) === true ? { field, message: refusal } : null);
  const peeked = url.get('peek');
  const narrowed = [queue, offset, from, to, property].some((value) => value !== undefined);
  return (
    <Beside
      load={loadMessagePeek}
      pane={
        peeked === undefined ? null : (
          <MessagePeek key={peeked} messageId={peeked} onClose={() => url.replace({ peek: undefined })} />
        )
      }
    >
      <div className="toolbar">
        <FilterSelect
          name="queue"
          value={queue ?? ''}
          options={[
            { value: '', label: 'all' },
            ...queues.map((queueNo) => ({ value: String(queueNo), label: String(queueNo) })),
          ]}
          onChange={(value) => url.set({ queue: value, offset: undefined })}
        />
        {queue === undefined ? null : (
          <FilterField of={['offset']} refusal={refused('offset')}>
            {(invalid) => (
              <TextFilter
                name="from offset"
                placeholder="newest"
                value={offset}
                invalid={invalid}
                onChange={(value) => url.set({ offset: value })}
              />
            )}
          </FilterField>
        )}
        <MomentFilter name="from" label="Stored from" value={from} onChange={(value) => url.set({ from: value })} />
        <MomentFilter name="to" label="Stored before" value={to} onChange={(value) => url.set({ to: value })} />
        <FilterField of={['property']} refusal={refused('property')}>
          {(invalid) => (
            <TextFilter
              name="property"
              placeholder="name=value"
              value={property}
              invalid={invalid}
              onChange={(value) =>
                url.set({ property: value, ...(value === undefined || from !== undefined ? {} : { from: '-24h' }) })
              }
            />
          )}
        </FilterField>
        <span className="grow" />
        <ViewMenu list="topic-messages" columns={foundColumns({ oneTopic: true })} />
      </div>
      <section className="panel" aria-label="Messages">
        <FoundTable
          found={found}
          url={url}
          label={`Messages of ${topic}`}
          oneTopic
          empty={
            found.data?.refusal != null ? (
              <EmptyState kind="filtered-out" title="Search not possible">
                {found.data.refusal}
              </EmptyState>
            ) : narrowed ? (
              <EmptyState
                kind="filtered-out"
                action={
                  <ButtonLink
                    size="small"
                    href={url.href({
                      queue: undefined,
                      offset: undefined,
                      from: undefined,
                      to: undefined,
                      property: undefined,
                      cursor: undefined,
                    })}
                  >
                    Show all of {topic}
                  </ButtonLink>
                }
              >
                No message of {topic} is in this part of the log.
              </EmptyState>
            ) : (
              <EmptyState kind="none-ever" title="No message">
                Nothing is in the log of {topic}: nothing was sent, or it is past its retention.
              </EmptyState>
            )
          }
        />
      </section>
    </Beside>
  );
}
