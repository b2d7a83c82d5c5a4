'use client';

import { type ReactNode, useMemo } from 'react';
import { DataTable } from '@/components/data-table/data-table';
import { TableFooter } from '@/components/data-table/table-footer';
import type { UrlParams } from '@/components/data-table/use-url-params';
import { readProblem } from '@/components/live/read-problem';
import type { LiveQuery } from '@/components/live/use-live-query';
import { ButtonLink } from '@/components/ui/button';
import type { FoundPage, FoundView } from '@/lib/console/operations/messages/views';
import { foundColumns } from './found-columns';
import { foundHref, peekIdOf } from './found.model';
import { useCopyKeys } from './use-copy-keys';
import { sentences } from '@/lib/model/language/list';
import { t } from '@/lib/model/language/t';

interface FoundTableProps {
  readonly found: LiveQuery<FoundPage>;
  readonly url: UrlParams;
  readonly label: string;
  readonly oneTopic: boolean;
  readonly empty: ReactNode;
}

/** Found messages, newest first; one of them is read beside the list. */
export function FoundTable({ found, url, label, oneTopic, empty }: FoundTableProps) {
  const peeked = url.get('peek');
  const copyKeys = useCopyKeys();
  const rows = found.data?.items;
  const ofBrokers = found.data?.brokers != null;
  const columns = useMemo(() => foundColumns({ oneTopic, ofBrokers }), [oneTopic, ofBrokers]);
  const checked = found.data?.checked ?? null;
  const isPart = checked !== null && found.data?.nextCursor != null && (rows?.length ?? 0) === 0;
  return (
    <DataTable
      label={label}
      columns={columns}
      cols={url.get('cols')}
      rows={rows}
      rowId={rowId}
      rowHref={foundHref}
      rowKeys={copyKeys}
      onPeek={(row) => (peeked === undefined ? url.push : url.replace)({ peek: peekIdOf(row) })}
      peekedId={idOf(rows, peeked)}
      openLabel={peeked === undefined ? t('Open the message beside the list') : t('Open the page of the message')}
      problem={readProblem(found)}
      empty={isPart ? <GoOn url={url} checked={checked} nextCursor={found.data?.nextCursor ?? ''} /> : empty}
      footer={<Foot found={found} />}
    />
  );
}

function Foot({ found: { data, tookMs, asOf } }: Pick<FoundTableProps, 'found'>) {
  const checked = data?.checked ?? null;
  return (
    <>
      {checked === null || checked.at === 0 ? null : (
        <footer className="small">
          <span role="status">
            {sentences(
              checked.of === null
                ? t('{checked, plural, one {# message} other {# messages}} checked.', { checked: checked.at })
                : t('{checked, number} of {all, plural, one {# message} other {# messages}} checked.', {
                    ...{ checked: checked.at, all: checked.of },
                  }),
              data?.nextCursor == null ? '' : t('The next page continues from there.'),
            )}
          </span>
        </footer>
      )}
      {data === undefined || data.unseen === 0 ? null : (
        <footer className="small">
          {t(
            `At least {unseen, plural, one {# of the newest messages is} other {# of the newest messages are}} not
            indexed by key yet. Try again in a moment.`,
            { unseen: data.unseen },
          )}
        </footer>
      )}
      <TableFooter shown={data?.items.length ?? 0} nextCursor={data?.nextCursor} tookMs={tookMs} asOf={asOf} />
    </>
  );
}

function rowId({ topic, broker, queueNo, offset, messageId }: FoundView): string {
  return `${topic} ${broker ?? ''} ${queueNo} ${offset ?? messageId}`;
}

function idOf(rows: readonly FoundView[] | undefined, peeked: string | undefined): string | undefined {
  const row = rows?.find((each) => peekIdOf(each) === peeked);
  return row === undefined ? undefined : rowId(row);
}

interface GoOnProps {
  readonly url: UrlParams;
  readonly checked: NonNullable<FoundPage['checked']>;
  readonly nextCursor: string;
}

/** Nothing yet, and not everything was checked: no answer "not here". */
function GoOn({ url, checked, nextCursor }: GoOnProps) {
  return (
    <div className="panel-body row wrap">
      <span>
        {checked.of === null
          ? t('No match among the newest {checked, number} messages of this range.', { checked: checked.at })
          : t('No match among the newest {checked, number} of {all, number} messages of this range.', {
              ...{ checked: checked.at, all: checked.of },
            })}
      </span>
      <ButtonLink href={url.href({ cursor: nextCursor })} size="small" variant="primary">
        {t('Search further')}
      </ButtonLink>
    </div>
  );
}
