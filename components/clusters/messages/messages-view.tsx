'use client';

import { useUrlParams } from '@/components/data-table/use-url-params';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { TableFooter } from '@/components/data-table/table-footer';
import { messageHref, shorten } from '@/components/parts/names';
import { readProblem } from '@/components/live/read-problem';
import { useAskedRead } from '@/components/live/use-asked-read';
import { Banner } from '@/components/ui/banner';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { Time, ZoneName } from '@/components/ui/time';
import { usePush } from '@/components/ui/use-push';
import type { ReadData } from '@/lib/console/reads/registry';
import { BrokersBanner } from '../brokers-banner';
import { leftWords } from './copies.model';
import { FindForm } from './find-form';
import { liesWords, missWords, searchedWords, type Wanted } from './found.model';

type Found = ReadData<'clusterMessages'>;
type FoundRow = Found['items'][number];

/** Find a message of a cluster by its id or a key, dead or not. What is searched stands in the address. */
export function ClusterMessagesView() {
  const url = useUrlParams();
  const wanted: Wanted = { q: url.get('q') ?? '', topic: url.get('topic') ?? '' };
  const topics = useAskedRead('brokerTopics', {});
  const search = useAskedRead('clusterMessages', wanted.q === '' ? null : wanted);
  const find = (next: Wanted): void => {
    if (next.q === wanted.q && next.topic === wanted.topic) search.askAgain();
    else url.push({ q: next.q, topic: next.topic });
  };
  return (
    <>
      <PageHeader title="Messages">Find a message at the brokers by its id or one of its keys, dead or not.</PageHeader>
      <FindForm
        key={JSON.stringify(wanted)}
        wanted={wanted}
        topics={topics.data?.topics.map(({ name }) => name) ?? []}
        isRunning={search.isRunning}
        onFind={find}
      />
      {wanted.q === '' ? <Before /> : <FoundPanel q={wanted.q} search={search} />}
    </>
  );
}

function Before() {
  return (
    <section className="panel">
      <EmptyState kind="none-ever" title="Nothing searched yet">
        Brokers find a message within one topic. Without one, the topic is that of a dead letter that is kept here. A
        search reads the index files of every broker, so it begins when you press Find and is not repeated by itself.
      </EmptyState>
    </section>
  );
}

interface FoundPanelProps {
  readonly q: string;
  readonly search: ReturnType<typeof useAskedRead<'clusterMessages'>>;
}

function FoundPanel({ q, search: { data: found, error, isRunning, askAgain, asOf, tookMs } }: FoundPanelProps) {
  const push = usePush();
  return (
    <>
      {found === undefined ? null : <BrokersBanner answered={found.answered} silent={found.silent} />}
      {found === undefined || found.refusal === null || found.items.length === 0 ? null : (
        <Banner tone="warning">
          <b>The brokers were not searched.</b> {found.refusal} Shown are the dead letters that are kept here.
        </Banner>
      )}
      <section className="panel" aria-label="Messages found" aria-busy={isRunning}>
        <header>
          <h2>Messages found</h2>
          <span className="small text-2 clip mono">{q}</span>
          <span className="small text-3" role="status">
            {isRunning ? 'searching the brokers …' : 'newest first'}
          </span>
        </header>
        <DataTable
          label="Messages found"
          columns={columns}
          rows={found?.items}
          rowId={rowId}
          onOpen={(row) => (row.messageId === null ? undefined : push(hrefOf(row)))}
          openLabel="Open the message"
          problem={readProblem({ error, retry: askAgain })}
          empty={found === undefined ? null : <Miss found={found} />}
          footer={
            found === undefined || found.total.kind === 'unknown' ? null : (
              <TableFooter shown={found.items.length} total={found.total} tookMs={tookMs} asOf={asOf} />
            )
          }
        />
      </section>
      {found === undefined || found.items.length === 0 ? null : (
        <p className="small text-3 prose">
          {found.tried.length === 0 ? '' : searchedWords(found)} {leftWords(found).join(' ')} Brokers keep what was
          consumed too: that a copy lies there does not say that a group still waits for it.
        </p>
      )}
    </>
  );
}

function Miss({ found }: { readonly found: Found }) {
  const { title, sentences } = missWords(found);
  return (
    <EmptyState kind={found.refusal === null ? 'filtered-out' : 'could-not-load'} title={title}>
      {[...sentences, ...leftWords(found)].join(' ')}
    </EmptyState>
  );
}

function rowId({ messageId, topic, sentAt, brokers, lies }: FoundRow): string {
  return `${topic} ${messageId ?? `${sentAt ?? lies[0]?.at ?? ''} ${brokers.join(' ')}`}`;
}

/** Its copies are shown at once: the topic is known. */
function hrefOf({ messageId, topic }: FoundRow): string {
  return `${messageHref(messageId ?? '')}?topic=${encodeURIComponent(topic)}`;
}

const columns: readonly Column<FoundRow>[] = [
  {
    id: 'message',
    header: 'Message',
    cell: (row) =>
      row.messageId === null ? (
        <span className="text-3">without an id</span>
      ) : (
        <Link href={hrefOf(row)} prefetch={false} className="mono" title={row.messageId}>
          {shorten(row.messageId)}
        </Link>
      ),
  },
  {
    id: 'sent',
    header: (
      <>
        Sent, <ZoneName />
      </>
    ),
    align: 'end',
    cell: ({ sentAt }) =>
      sentAt === null ? (
        <span
          className="text-3"
          title="The message as it was sent is not found: its broker has removed it, or does not answer"
        >
          not found as sent
        </span>
      ) : (
        <Time at={sentAt} style="day-clock" />
      ),
  },
  {
    id: 'lies',
    header: 'Where it lies',
    clip: true,
    cell: ({ lies, isKept }) => (
      <>
        {lies.map((each, index) => (
          <span key={each.group ?? ''} className={each.role === 'dead' ? 'fg-dlq' : undefined}>
            {index === 0 ? '' : ', '}
            {liesWords(each)} {each.role === 'sent' ? null : <Time at={each.at} style="day-clock" />}
          </span>
        ))}
        {isKept ? <span className="text-3"> · in the list of dead letters</span> : null}
      </>
    ),
  },
  { id: 'keys', header: 'Keys', cut: true, cell: ({ keys }) => (keys.length === 0 ? '—' : keys.join(' ')) },
  { id: 'tag', header: 'Tag', cut: true, cell: ({ tag }) => tag ?? '—' },
  { id: 'topic', header: 'Topic', cut: true, cell: ({ topic }) => topic },
  { id: 'brokers', header: 'Brokers', hideNarrow: true, cell: ({ brokers }) => brokers.join(', ') },
];
