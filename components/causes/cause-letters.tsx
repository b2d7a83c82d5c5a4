'use client';

import { DataTable } from '@/components/data-table/data-table';
import type { Column } from '@/components/data-table/columns';
import type { UrlParams } from '@/components/data-table/use-url-params';
import { useHere } from '@/components/live/use-here';
import { readProblem } from '@/components/live/read-problem';
import { pageOf } from '@/components/messages/peek.model';
import { usePeek } from '@/components/messages/use-peek';
import { useLiveQuery } from '@/components/live/use-live-query';
import { ClientName } from '@/components/ui/client-name';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { formatCount } from '@/components/ui/number.model';
import { Segmented } from '@/components/ui/segmented';
import { Time, ZoneName } from '@/components/ui/time';
import type { CauseLetterView, CausePage } from '@/lib/console/operations/causes/views';
import { lettersHref } from './causes.model';
import { Said } from '@/components/ui/said';
import { pieces, t } from '@/lib/model/language/t';

const columns = (): readonly Column<CauseLetterView>[] => [
  {
    id: 'died',
    header: (
      <>
        <Said of={pieces('Dead-lettered, {zoneName}', { zoneName: <ZoneName /> })} />
      </>
    ),
    align: 'end',
    width: '120px',
    cell: (row) => <Time at={row.deadAt} />,
  },
  { id: 'message', header: t('Message'), cell: (row) => <span className="mono">{row.messageId}</span> },
  {
    id: 'key',
    header: t('Key'),
    hideNarrow: true,
    cell: (row) => row.key ?? <span className="text-3">{t('none')}</span>,
  },
  {
    id: 'tries',
    header: t('Delivery count'),
    align: 'end',
    hideNarrow: true,
    cell: (row) => (row.attempts === 0 ? <span className="text-3">{t('unknown')}</span> : formatCount(row.attempts)),
  },
  {
    id: 'client',
    header: t('Last client'),
    hideNarrow: true,
    cell: (row) => <ClientName id={row.client} none={t('unknown')} />,
  },
  {
    id: 'expires',
    header: t('Expires'),
    align: 'end',
    cell: (row) =>
      row.expiresAt === null ? <span className="text-3">{t('no expiry')}</span> : <Time at={row.expiresAt} />,
  },
];

function idOf({ id }: { readonly id: number | string }): string {
  return String(id);
}

/** The newest of them; letters that probably have this cause are a tab of their own and in no count of it. */
export function CauseLetters({ cause, url }: { readonly cause: CausePage; readonly url: UrlParams }) {
  const { fingerprint, group, letters, probably } = cause;
  const which = url.get('letters') === 'probably' && probably > 0 ? 'probably' : 'own';
  const page = useLiveQuery('causeLetters', { fingerprint, group, which }, { live: { kinds: ['dead-letter'], group } });
  const here = useHere();
  const peek = usePeek(url, page.data, idOf, 'letter');
  const count = which === 'own' ? letters : probably;
  return (
    <section className="panel">
      <header>
        <h2>{t('Dead letters')}</h2>
        {probably === 0 ? null : (
          <Segmented
            label={t('Which dead letters')}
            value={which}
            onChange={(value) => url.set({ letters: value === 'own' ? undefined : value })}
            options={[
              { value: 'own', label: t('This cause {letters, number}', { letters }) },
              { value: 'probably', label: t('Probably {probably, number}', { probably }) },
            ]}
          />
        )}
        <span className="panel-end row">
          <span className="small text-2">
            {page.data === undefined
              ? ''
              : t('newest {data, number} of {count, number}', { data: page.data.length, count })}
          </span>
          <ButtonLink size="small" href={here(lettersHref(cause))}>
            {t('All, with filters')}
          </ButtonLink>
        </span>
      </header>
      {which === 'probably' ? (
        <p className="panel-body small text-2">
          {t(
            `No client reported an error for these. In the same minute, most dead letters of {group} with a reported
            error have this cause. A re-drive of this cause does not include them.`,
            { group },
          )}
        </p>
      ) : null}
      <DataTable
        label={t('Dead letters of this cause')}
        columns={columns()}
        rows={page.data}
        rowId={idOf}
        rowHref={(row) => here(pageOf(row))}
        {...peek}
        problem={readProblem(page)}
        empty={
          <EmptyState kind="none-in-range" title={t('No dead letters left')}>
            {t('They were re-driven or discarded, or have expired.')}
          </EmptyState>
        }
      />
    </section>
  );
}
