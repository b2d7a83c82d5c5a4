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
import { Said } from '@/components/ui/said';
import { pieces, quoted, t } from '@/lib/model/language/t';
import { PageHeader } from '@/components/ui/page-header';
import { Time, ZoneName } from '@/components/ui/time';
import type { RedrivesPage, RedriveView } from '@/lib/console/operations/redrives/views';
import { ViewMenu } from '@/components/views/view-menu';
import type { ReadResult } from '@/lib/model/read-result';
import { inWorkspace } from '@/lib/model/workspace';
import { RunMark } from './run-mark';
import { VerdictBar } from './verdict-bar';
import { stopWords } from './verdicts.model';

const columnsOf = (): readonly Column<RedriveView>[] => [
  { id: 'name', header: t('Re-drive'), cell: (row) => row.name },
  { id: 'state', header: t('State'), cell: (row) => <RunMark redrive={row} /> },
  { id: 'stop', header: t('Stop reason'), hideNarrow: true, cell: (row) => <WhyStopped row={row} /> },
  { id: 'group', header: t('Group'), cell: (row) => row.group },
  { id: 'verdicts', header: t('Verdicts'), width: '150px', cell: (row) => <VerdictBar counts={row.counts} small /> },
  {
    id: 'consumed',
    header: t('Consumed'),
    align: 'end',
    cell: (row) => t('{consumed, number} of {selected, number}', row.counts),
  },
  {
    id: 'died',
    header: t('Failed again'),
    align: 'end',
    cell: (row) => (
      <span className={row.counts.diedAgain > 0 ? 'fg-dlq' : 'text-3'}>{formatCount(row.counts.diedAgain)}</span>
    ),
  },
  {
    id: 'frozen',
    header: <Said of={pieces('Started, {zoneName}', { zoneName: <ZoneName /> })} />,
    align: 'end',
    cell: (row) => <Time at={row.frozenAt} />,
  },
  {
    id: 'reason',
    header: t('Started by, reason'),
    clip: true,
    hideNarrow: true,
    cell: (row) => (
      <span title={row.reason === '' ? undefined : row.reason}>
        {row.createdBy}
        <span className="text-3">{row.reason === '' ? '' : ` ${quoted(row.reason)}`}</span>
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
  const columns = columnsOf();
  const filtered = group !== '' || state !== '';
  return (
    <>
      <PageHeader
        title={t('Re-drives')}
        actions={
          workspace === null ? (
            <>
              <ButtonLink href="/redirects">{t('Redirects')}</ButtonLink>
              <ViewMenu list="redrives" columns={columns} />
            </>
          ) : null
        }
      >
        {t(
          `Each re-drive sends a fixed set of dead letters back to the group that failed, and shows the verdict of each
          message.`,
        )}
      </PageHeader>
      <div className="toolbar">
        <FilterSelect
          name={t('group')}
          value={group}
          options={[{ value: '', label: t('any') }, ...groups.map((name) => ({ value: name, label: name }))]}
          onChange={(value) => url.set({ group: value })}
        />
        <FilterSelect
          name={t('state')}
          value={state}
          options={[
            { value: '', label: t('all') },
            { value: 'open', label: t('releasing, paused or stopped') },
          ]}
          onChange={(value) => url.set({ state: value })}
        />
      </div>
      <section className="panel">
        <DataTable
          label={t('Re-drives')}
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
                    {t('Remove filters')}
                  </ButtonLink>
                }
              >
                {t('No re-drive matches the filters.')}
              </EmptyState>
            ) : (
              <EmptyState
                kind="none-ever"
                title={t('No re-drives yet')}
                action={
                  <ButtonLink href={inWorkspace(workspace, '/dead-letters')} size="small">
                    {t('Show dead letters')}
                  </ButtonLink>
                }
              >
                {t('To start one, select dead letters on their page, review the plan, and start it.')}
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
