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
import { Said } from '@/components/ui/said';
import { between, pieces, t } from '@/lib/model/language/t';
import { enumerated, sentences } from '@/lib/model/language/list';
import { TraceFound } from './trace-found';

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
      <PageHeader title={t('Messages')}>
        {t('Find a message on the brokers by its ID, one of its keys, or its trace ID.')}
      </PageHeader>
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
      <EmptyState kind="none-ever" title={t('No search yet')}>
        {t(
          `Brokers search within one topic. If you choose none, the topic of a dead letter with this message ID or key is
          used. A search reads the index files of every broker, so it starts when you press Find and is not repeated
          automatically.`,
        )}
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
          <Said
            of={pieces(
              '<b>The brokers were not searched.</b> {reason} The list has the dead letters of this console.',
              {
                reason: found.refusal,
              },
            )}
          />
        </Banner>
      )}
      <section className="panel" aria-label={t('Messages found')} aria-busy={isRunning}>
        <header>
          <h2>{t('Messages found')}</h2>
          <span className="small text-2 clip mono">{q}</span>
          <span className="small text-3" role="status">
            {isRunning ? t('searching the brokers…') : t('newest first')}
          </span>
        </header>
        <DataTable
          label={t('Messages found')}
          columns={columnsOf()}
          rows={found?.items}
          rowId={rowId}
          onOpen={(row) => (row.messageId === null ? undefined : push(hrefOf(row)))}
          openLabel={t('Open the message')}
          problem={readProblem({ error, retry: askAgain })}
          empty={found === undefined ? null : <Miss found={found} />}
          footer={
            found === undefined || found.total.kind === 'unknown' ? null : (
              <TableFooter shown={found.items.length} total={found.total} tookMs={tookMs} asOf={asOf} />
            )
          }
        />
      </section>
      {found === undefined ? null : <TraceFound found={found} />}
      {found === undefined || found.items.length === 0 ? null : (
        <p className="small text-3 prose">
          {sentences(
            found.tried.length === 0 ? '' : searchedWords(found),
            ...leftWords(found),
            t('Brokers keep consumed messages too: a stored copy does not mean that a group still waits for it.'),
          )}
        </p>
      )}
    </>
  );
}

function Miss({ found }: { readonly found: Found }) {
  const { title, sentences: why } = missWords(found);
  return (
    <EmptyState kind={found.refusal === null ? 'filtered-out' : 'could-not-load'} title={title}>
      {sentences(...why, ...leftWords(found))}
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

const columnsOf = (): readonly Column<FoundRow>[] => [
  {
    id: 'message',
    header: t('Message'),
    cell: (row) =>
      row.messageId === null ? (
        <span className="text-3">{t('no message ID')}</span>
      ) : (
        <Link href={hrefOf(row)} prefetch={false} className="mono" title={row.messageId}>
          {shorten(row.messageId)}
        </Link>
      ),
  },
  {
    id: 'sent',
    header: <Said of={pieces('Sent, {zone}', { zone: <ZoneName /> })} />,
    align: 'end',
    cell: ({ sentAt }) =>
      sentAt === null ? (
        <span
          className="text-3"
          title={t('The original message was not found: its broker has removed it, or does not respond.')}
        >
          {t('original not found')}
        </span>
      ) : (
        <Time at={sentAt} style="day-clock" />
      ),
  },
  {
    id: 'lies',
    header: t('Found'),
    clip: true,
    cell: ({ lies, isKept }) => (
      <>
        {lies.map((each, index) => (
          <span key={each.group ?? ''} className={each.role === 'dead' ? 'fg-dlq' : undefined}>
            {index === 0 ? '' : between('、')}
            {liesWords(each)} {each.role === 'sent' ? null : <Time at={each.at} style="day-clock" />}
          </span>
        ))}
        {isKept ? <span className="text-3"> · {t('in the list of dead letters')}</span> : null}
      </>
    ),
  },
  { id: 'keys', header: t('Keys'), cut: true, cell: ({ keys }) => (keys.length === 0 ? '—' : keys.join(' ')) },
  { id: 'tag', header: t('Tag'), cut: true, cell: ({ tag }) => tag ?? '—' },
  { id: 'topic', header: t('Topic'), cut: true, cell: ({ topic }) => topic },
  { id: 'brokers', header: t('Brokers'), hideNarrow: true, cell: ({ brokers }) => enumerated(brokers) },
];
