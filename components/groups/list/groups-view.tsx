'use client';

import { useCallback, useMemo } from 'react';
import { readSort, writeSort } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { TableFooter } from '@/components/data-table/table-footer';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { BrokersBanner } from '@/components/clusters/brokers-banner';
import { NotTold } from '@/components/clusters/not-told';
import { readProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { usePacked } from '@/components/live/use-packed';
import { useWorkspace } from '@/components/live/use-workspace';
import { isPracticeShown } from '@/components/practice/practice.model';
import { PracticePanel } from '@/components/practice/practice-panel';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { FilterSelect } from '@/components/filters/filter-select';
import { PageHeader } from '@/components/ui/page-header';
import { SearchBox } from '@/components/filters/search-box';
import type { BrokersView, GroupsPage } from '@/lib/console/operations/groups/views';
import type { Packed } from '@/lib/model/packed';
import type { ReadResult } from '@/lib/model/read-result';
import { inWorkspace } from '@/lib/model/workspace';
import { DeletionsStrip } from '@/components/deletions/deletions-strip';
import { brokerColumnsOf } from './broker-columns';
import { groupColumns } from './group-columns';
import { GroupListActions } from './group-list-actions';
import { NewGroupButton } from './new-group-button';
import { groupHref } from '@/components/parts/names';
import { NoGroupYet } from '@/components/groups/no-group-yet';
import {
  brokerStateFilters,
  filterGroups,
  groupsHeading,
  orderFilters,
  sortGroups,
  stateFilters,
  urgentFirst,
} from './groups.model';
import { t } from '@/lib/model/language/t';
import { sentences } from '@/lib/model/language/list';

interface GroupsViewProps {
  readonly packed: Packed<ReadResult<GroupsPage>>;
  /** Null: may create; else why not. */
  readonly mayNotCreate: string | null;
}

export function GroupsView({ packed, mayNotCreate }: GroupsViewProps) {
  const initial = usePacked(packed);
  const url = useUrlParams();
  const { set } = url;
  const groups = useLiveQuery(
    'groups',
    {},
    { initial, live: { kinds: ['group', 'topic', 'message', 'dead-letter', 'redrive', 'client', 'sample'] } },
  );
  const q = url.get('q') ?? '';
  const order = url.get('order') ?? '';
  const state = url.get('state') ?? '';
  const sortText = url.get('sort');
  const sort = readSort(sortText, urgentFirst);
  const { items: all, total } = groups.data ?? initial.data;
  const rows = useMemo(
    () => sortGroups(filterGroups(all, { q, order, state }), readSort(sortText, urgentFirst)),
    [all, q, order, state, sortText],
  );
  const setSearch = useCallback((text: string) => set({ q: text }), [set]);
  const workspace = useWorkspace();
  const { brokers } = groups.data ?? initial.data;
  const isOwn = brokers === null;
  const columns = useMemo(() => (isOwn ? groupColumns() : brokerColumnsOf(workspace)), [isOwn, workspace]);

  return (
    <>
      <PageHeader
        title={t('Groups')}
        actions={
          brokers === null ? (
            <GroupListActions mayNotCreate={mayNotCreate} />
          ) : (
            <NewGroupButton mayNotCreate={mayNotCreate} />
          )
        }
      >
        {sentences(groupsHeading(all, total), sortText === undefined ? t('Most urgent first.') : '')}
      </PageHeader>
      {brokers === null ? (
        <DeletionsStrip kind="group" />
      ) : (
        <BrokersBanner answered={brokers.answered.length} silent={brokers.silent} />
      )}
      <div className="toolbar">
        <SearchBox label={t('Group or topic')} value={q} onChange={setSearch} />
        <FilterSelect
          name={t('state')}
          value={state}
          options={shown(isOwn ? stateFilters : brokerStateFilters)}
          onChange={(value) => set({ state: value })}
        />
        <FilterSelect
          name={t('ordering')}
          value={order}
          options={shown(orderFilters)}
          onChange={(value) => set({ order: value })}
        />
      </div>
      <section className="panel">
        <DataTable
          label={t('Consumer groups')}
          columns={columns}
          cols={url.get('cols')}
          rows={rows}
          rowId={(row) => row.name}
          rowHref={(row) => groupHref(row.name, '', workspace)}
          sort={sort}
          onSort={(next) => set({ sort: writeSort(next) })}
          problem={readProblem(groups)}
          empty={<NoGroups total={all.length} mayNotCreate={mayNotCreate} workspace={workspace} />}
          footer={<TableFooter shown={rows.length} total={total} tookMs={groups.tookMs} asOf={groups.asOf} />}
        />
      </section>
      {brokers === null ? <ListNotes names={all.map((row) => row.name)} /> : <BrokerNotes brokers={brokers} />}
    </>
  );
}

function shown<V extends string>(options: readonly { readonly value: V; readonly label: string }[]) {
  return options.map(({ value, label }) => ({ value, label: t(label) }));
}

function ListNotes({ names }: { readonly names: readonly string[] }) {
  return (
    <>
      {isPracticeShown(names) ? <PracticePanel /> : null}
      <p className="small text-3 prose">
        {t(
          `The backlog is the number of messages ready, in flight and waiting for a retry. Ready counts every stored
          message that a group has not consumed, including messages that its tag filter leaves out. Clients are
          connected to any node. Backlog and time to drain are counted every 10 s.`,
        )}
      </p>
    </>
  );
}

function BrokerNotes({ brokers }: { readonly brokers: BrokersView }) {
  return (
    <>
      <NotTold notTold={brokers.notTold} />
      <p className="small text-3 prose">
        {sentences(
          t(
            `Not delivered counts messages that no client has received yet; a message that a 5.x client is processing
            counts as delivered. Dead counts the dead letters that the brokers still keep. Groups are read one after
            another.`,
          ),
          brokers.callsPerSecond.kind === 'unknown'
            ? t('How often this console calls the busiest broker is unknown.')
            : t('This console calls the busiest broker {times} times per second.', {
                times: brokers.callsPerSecond.value.toFixed(1),
              }),
        )}
      </p>
    </>
  );
}

interface NoGroupsProps {
  readonly total: number;
  readonly mayNotCreate: string | null;
  readonly workspace: string | null;
}

function NoGroups({ total, mayNotCreate, workspace }: NoGroupsProps) {
  if (total > 0) {
    const remove = (
      <ButtonLink href={inWorkspace(workspace, '/groups?view=standard')} size="small">
        {t('Remove filters')}
      </ButtonLink>
    );
    return (
      <EmptyState kind="filtered-out" action={remove}>
        {t('None of {count, plural, one {# group} other {# groups}} matches.', { count: total })}
      </EmptyState>
    );
  }
  return <NoGroupYet mayNotCreate={mayNotCreate} />;
}
