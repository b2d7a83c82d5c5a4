'use client';

import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { TableFooter } from '@/components/data-table/table-footer';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { useWorkspace } from '@/components/live/use-workspace';
import { readProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { FilterSelect } from '@/components/filters/filter-select';
import { formatCount } from '@/components/ui/number.model';
import { PageHeader } from '@/components/ui/page-header';
import { Time, ZoneName } from '@/components/ui/time';
import type { RedrivesPage, RedriveView } from '@/lib/console/operations/redrives/views';
import { ViewMenu } from '@/components/views/view-menu';
import type { ReadResult } from '@/lib/model/read-result';
import { inWorkspace } from '@/lib/model/workspace';
import { RunMark } from './run-mark';
import { VerdictBar } from './verdict-bar';
import { stopWords } from './verdicts.model';

const columns: readonly Column<RedriveView>[] = [
  { id: 'name', header: 'Re-drive', cell: (row) => row.name },
  { id: 'state', header: 'State', cell: (row) => <RunMark redrive={row} /> },
  { id: 'stop', header: 'Why stopped', hideNarrow: true, cell: (row) => <WhyStopped row={row} /> },
  { id: 'group', header: 'Group', cell: (row) => row.group },
  { id: 'verdicts', header: 'Verdicts', width: '150px', cell: (row) => <VerdictBar counts={row.counts} small /> },
  {
    id: 'consumed',
    header: 'Consumed',
    align: 'end',
    cell: (row) => `${formatCount(row.counts.consumed)} of ${formatCount(row.counts.selected)}`,
  },
  {
    id: 'died',
    header: 'Died again',
    align: 'end',
    cell: (row) => (
      <span className={row.counts.diedAgain > 0 ? 'fg-dlq' : 'text-3'}>{formatCount(row.counts.diedAgain)}</span>
    ),
  },
  {
    id: 'frozen',
    header: (
      <>
        Started, <ZoneName />
      </>
    ),
    align: 'end',
    cell: (row) => <Time at={row.frozenAt} />,
  },
  {
    id: 'reason',
    header: 'Who and why',
    clip: true,
    hideNarrow: true,
    cell: (row) => (
      <span title={row.reason === '' ? undefined : row.reason}>
        {row.createdBy}
        <span className="text-3">{row.reason === '' ? '' : ` “${row.reason}”`}</span>
      </span>
    ),
  },
];

function WhyStopped({ row: { stop } }: { readonly row: RedriveView }) {
  if (stop === null) return <span className="text-3">—</span>;
  return <>{stopWords(stop)}</>;
}

export function RedrivesView({ initial }: { readonly initial: ReadResult<RedrivesPage> }) {
  const url = useUrlParams();
  const workspace = useWorkspace();
  const group = url.get('group') ?? '';
  const state = url.get('state') ?? '';
  const redrives = useLiveQuery(
    'redrives',
    { group, state, cursor: url.get('cursor') },
    { initial, live: { kinds: ['redrive', 'message'] } },
  );
  const { groups } = redrives.data ?? initial.data;
  const filtered = group !== '' || state !== '';
  return (
    <>
      <PageHeader
        title="Re-drives"
        actions={
          workspace === null ? (
            <>
              <ButtonLink href="/redirects">Redirects</ButtonLink>
              <ViewMenu list="redrives" columns={columns} />
            </>
          ) : null
        }
      >
        Each sends a frozen set of dead letters back to the group that failed, with a verdict per message.
      </PageHeader>
      <div className="toolbar">
        <FilterSelect
          name="group"
          value={group}
          options={[{ value: '', label: 'any' }, ...groups.map((name) => ({ value: name, label: name }))]}
          onChange={(value) => url.set({ group: value })}
        />
        <FilterSelect
          name="show"
          value={state}
          options={[
            { value: '', label: 'all' },
            { value: 'open', label: 'releasing, paused or stopped' },
          ]}
          onChange={(value) => url.set({ state: value })}
        />
      </div>
      <section className="panel">
        <DataTable
          label="Re-drives"
          columns={columns}
          cols={url.get('cols')}
          rows={redrives.data?.items}
          rowId={(row) => String(row.redriveId)}
          rowHref={(row) => inWorkspace(workspace, `/redrives/${row.redriveId}`)}
          problem={readProblem(redrives)}
          empty={
            filtered ? (
              <EmptyState
                kind="filtered-out"
                action={
                  <ButtonLink href={inWorkspace(workspace, '/redrives?view=standard')} size="small">
                    Remove filters
                  </ButtonLink>
                }
              >
                No re-drive matches.
              </EmptyState>
            ) : (
              <EmptyState
                kind="none-ever"
                title="No re-drive yet"
                action={
                  <ButtonLink href={inWorkspace(workspace, '/dead-letters')} size="small">
                    Show the dead letters
                  </ButtonLink>
                }
              >
                Dead letters are re-driven from their own page: select, review the plan, start.
              </EmptyState>
            )
          }
          footer={
            <TableFooter
              shown={redrives.data?.items.length ?? 0}
              nextCursor={redrives.data?.nextCursor}
              tookMs={redrives.tookMs}
              asOf={redrives.asOf}
            />
          }
        />
      </section>
    </>
  );
}
