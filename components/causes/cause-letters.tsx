'use client';

import { DataTable } from '@/components/data-table/data-table';
import type { Column } from '@/components/data-table/columns';
import type { UrlParams } from '@/components/data-table/use-url-params';
import { useHere } from '@/components/live/use-here';
import { readProblem } from '@/components/live/read-problem';
import { pageOf } from '@/components/messages/peek.model';
import { usePeek } from '@/components/messages/use-peek';
import { useLiveQuery } from '@/components/live/use-live-query';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { formatCount } from '@/components/ui/number.model';
import { Segmented } from '@/components/ui/segmented';
import { Time, ZoneName } from '@/components/ui/time';
import type { CauseLetterView, CausePage } from '@/lib/console/operations/causes/views';
import { lettersHref } from './causes.model';

const columns: readonly Column<CauseLetterView>[] = [
  {
    id: 'died',
    header: (
      <>
        Died, <ZoneName />
      </>
    ),
    align: 'end',
    width: '120px',
    cell: (row) => <Time at={row.deadAt} />,
  },
  { id: 'message', header: 'Message', cell: (row) => <span className="mono">{row.messageId}</span> },
  { id: 'key', header: 'Key', hideNarrow: true, cell: (row) => row.key ?? <span className="text-3">none</span> },
  {
    id: 'tries',
    header: 'Deliveries',
    align: 'end',
    hideNarrow: true,
    cell: (row) => (row.attempts === 0 ? <span className="text-3">unknown</span> : formatCount(row.attempts)),
  },
  {
    id: 'client',
    header: 'Last client',
    hideNarrow: true,
    cell: (row) => row.client ?? <span className="text-3">unknown</span>,
  },
  {
    id: 'expires',
    header: 'Expires',
    align: 'end',
    cell: (row) => (row.expiresAt === null ? <span className="text-3">never</span> : <Time at={row.expiresAt} />),
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
        <h2>Dead letters</h2>
        {probably === 0 ? null : (
          <Segmented
            label="Which dead letters"
            value={which}
            onChange={(value) => url.set({ letters: value === 'own' ? undefined : value })}
            options={[
              { value: 'own', label: `This cause ${formatCount(letters)}` },
              { value: 'probably', label: `Probably ${formatCount(probably)}` },
            ]}
          />
        )}
        <span className="panel-end row">
          <span className="small text-2">
            {page.data === undefined ? '' : `${formatCount(page.data.length)} newest of ${formatCount(count)}`}
          </span>
          <ButtonLink size="small" href={here(lettersHref(cause))}>
            All, with filters
          </ButtonLink>
        </span>
      </header>
      {which === 'probably' ? (
        <p className="panel-body small text-2">
          No client reported why these died. In the minute of each, most dead letters of {group} that have a reason died
          of this cause. A re-drive of this cause does not include them.
        </p>
      ) : null}
      <DataTable
        label="Letters of this cause"
        columns={columns}
        rows={page.data}
        rowId={idOf}
        rowHref={(row) => here(pageOf(row))}
        {...peek}
        problem={readProblem(page)}
        empty={
          <EmptyState kind="none-in-range" title="No dead letters left">
            They were re-driven, discarded, or their retention is over.
          </EmptyState>
        }
      />
    </section>
  );
}
