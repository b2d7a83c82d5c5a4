'use client';

import { useCallback } from 'react';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { TableFooter } from '@/components/data-table/table-footer';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { readProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { useWorkspace } from '@/components/live/use-workspace';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { FilterSelect } from '@/components/filters/filter-select';
import { PageHeader } from '@/components/ui/page-header';
import { SearchBox } from '@/components/filters/search-box';
import { Tag } from '@/components/ui/tag';
import { Time, ZoneName } from '@/components/ui/time';
import type { AuditPage, AuditView } from '@/lib/console/operations/audit/views';
import { ViewMenu } from '@/components/views/view-menu';
import type { ReadResult } from '@/lib/model/read-result';
import { ChainState } from './chain-state';
import { actionKinds, describeAction, describeChange } from './audit.model';

const columns: readonly Column<AuditView>[] = [
  {
    id: 'at',
    header: (
      <>
        When, <ZoneName />
      </>
    ),
    width: '128px',
    cell: (row) => <Time at={row.at} style="day-clock" />,
  },
  {
    id: 'actor',
    header: 'Who',
    cell: (row) => (
      <span className="row row-tight">
        {row.actor}
        {row.actorKind === 'operator' ? null : <Tag>{row.actorKind}</Tag>}
      </span>
    ),
  },
  { id: 'action', header: 'Action', cell: (row) => <span title={row.action}>{describeAction(row.action)}</span> },
  {
    id: 'target',
    header: 'Target',
    cut: true,
    cell: (row) => (
      <>
        {row.target} {row.workspace === null ? null : <Tag>{row.workspace}</Tag>}
      </>
    ),
  },
  {
    id: 'change',
    header: 'Reason and change',
    clip: true,
    cell: (row) => (
      <>
        {row.reason === null ? null : `“${row.reason}” `}
        <span className="text-2">{describeChange(row)}</span>
      </>
    ),
  },
  {
    id: 'address',
    header: 'From address',
    hideNarrow: true,
    cell: (row) => <span className="text-3">{row.address ?? ''}</span>,
  },
];

const kinds = [{ value: '', label: 'any' }, ...actionKinds];

export function AuditList({ initial }: { readonly initial: ReadResult<AuditPage> }) {
  const url = useUrlParams();
  const workspace = useWorkspace();
  const params = {
    actor: url.get('actor'),
    action: url.get('action'),
    target: url.get('target'),
    cursor: url.get('cursor'),
  };
  const { set } = url;
  const audit = useLiveQuery('audit', params, {
    initial,
    live: { kinds: ['group', 'topic', 'redrive', 'dead-letter', 'setting'] },
  });
  const setActor = useCallback((actor: string) => set({ actor }), [set]);
  const setTarget = useCallback((target: string) => set({ target }), [set]);
  const filtered = [params.actor, params.action, params.target].filter((value) => value !== undefined).length;

  return (
    <>
      <PageHeader title="Audit" actions={<ViewMenu list="audit" columns={columns} />}>
        Who changed what{workspace === null ? '' : ` in ${workspace}`}, and why. Rows are never changed or removed.
      </PageHeader>
      <ChainState chain={audit.data?.chain} />
      <div className="toolbar">
        <SearchBox label="Target: group, topic, message, user" value={params.target ?? ''} onChange={setTarget} />
        <SearchBox label="Who" value={params.actor ?? ''} onChange={setActor} shortcut={false} />
        <FilterSelect
          name="action"
          value={params.action ?? ''}
          options={kinds}
          onChange={(action) => set({ action })}
        />
      </div>
      <section className="panel">
        <DataTable
          label="Audit"
          columns={columns}
          cols={url.get('cols')}
          rows={audit.data?.items}
          rowId={(row) => row.auditId}
          problem={readProblem(audit)}
          empty={
            filtered > 0 ? (
              <EmptyState
                kind="filtered-out"
                action={
                  <ButtonLink href="/audit?view=standard" size="small">
                    Remove filters
                  </ButtonLink>
                }
              >
                No entry matches {filtered === 1 ? 'this filter' : 'these filters'}.
              </EmptyState>
            ) : (
              <EmptyState kind="none-ever">No entries yet.</EmptyState>
            )
          }
          footer={
            <TableFooter
              shown={audit.data?.items.length ?? 0}
              nextCursor={audit.data?.nextCursor}
              tookMs={audit.tookMs}
              asOf={audit.asOf}
            />
          }
        />
      </section>
    </>
  );
}
