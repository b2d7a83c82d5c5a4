'use client';

import { useCallback } from 'react';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { TableFooter } from '@/components/data-table/table-footer';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { readProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { useWorkspace } from '@/components/live/use-workspace';
import { Phrases } from '@/components/parts/phrases';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { FilterSelect } from '@/components/filters/filter-select';
import { PageHeader } from '@/components/ui/page-header';
import { Said } from '@/components/ui/said';
import { SearchBox } from '@/components/filters/search-box';
import { Tag } from '@/components/ui/tag';
import { Time, ZoneName } from '@/components/ui/time';
import type { AuditPage, AuditView } from '@/lib/console/operations/audit/views';
import { ViewMenu } from '@/components/views/view-menu';
import { msg, pieces, t } from '@/lib/model/language/t';
import type { ReadResult } from '@/lib/model/read-result';
import { ChainState } from './chain-state';
import { describeAction } from './actions.model';
import { actionKinds, describeChange } from './audit.model';
import { actorName, targetName } from './names.model';

const columns = (): readonly Column<AuditView>[] => [
  {
    id: 'at',
    header: <Said of={pieces('Time, {zone}', { zone: <ZoneName /> })} />,
    width: '128px',
    cell: (row) => <Time at={row.at} style="day-clock" />,
  },
  {
    id: 'actor',
    header: t('Actor'),
    cell: (row) => (
      <span className="row row-tight">
        {actorName(row)}
        {row.actorKind === 'operator' ? null : <Tag>{kindWord(row.actorKind)}</Tag>}
      </span>
    ),
  },
  { id: 'action', header: t('Action'), cell: (row) => <span title={row.action}>{describeAction(row.action)}</span> },
  {
    id: 'target',
    header: t('Target'),
    cut: true,
    cell: (row) => (
      <>
        {targetName(row.action, row.target)} {row.workspace === null ? null : <Tag>{row.workspace}</Tag>}
      </>
    ),
  },
  {
    id: 'change',
    header: t('Reason and change'),
    clip: true,
    cell: (row) => (
      <>
        {row.reason === null ? null : `${t('“{text}”', { text: row.reason })} `}
        <span className="text-2">
          <Phrases of={describeChange(row)} />
        </span>
      </>
    ),
  },
  {
    id: 'address',
    header: t('Address'),
    hideNarrow: true,
    cell: (row) => <span className="text-3">{row.address ?? ''}</span>,
  },
];

const ACTOR_KINDS: Readonly<Record<string, string>> = {
  operator: msg('operator'),
  token: msg('token'),
  system: msg('automatic'),
};

function kindWord(kind: string): string {
  const word: string | undefined = ACTOR_KINDS[kind];
  return word === undefined ? kind : t(word);
}

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
  const listed = columns();
  const filtered = [params.actor, params.action, params.target].filter((value) => value !== undefined).length;

  return (
    <>
      <PageHeader title={t('Audit')} actions={<ViewMenu list="audit" columns={listed} />}>
        {workspace === null
          ? t('All changes with their actor and reason. Entries are never changed or removed.')
          : t('All changes in {workspace} with their actor and reason. Entries are never changed or removed.', {
              workspace,
            })}
      </PageHeader>
      <ChainState chain={audit.data?.chain} />
      <div className="toolbar">
        <SearchBox label={t('Target: group, topic, message, user')} value={params.target ?? ''} onChange={setTarget} />
        <SearchBox label={t('Actor')} value={params.actor ?? ''} onChange={setActor} shortcut={false} />
        <FilterSelect
          name={t('action')}
          value={params.action ?? ''}
          options={[
            { value: '', label: t('any') },
            ...actionKinds.map(({ value, label }) => ({ value, label: t(label) })),
          ]}
          onChange={(action) => set({ action })}
        />
      </div>
      <section className="panel">
        <DataTable
          label={t('Audit')}
          columns={listed}
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
                    {t('Remove filters')}
                  </ButtonLink>
                }
              >
                {t('No entry matches {filtered, plural, one {this filter} other {these filters}}.', { filtered })}
              </EmptyState>
            ) : (
              <EmptyState kind="none-ever">{t('No entries yet.')}</EmptyState>
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
