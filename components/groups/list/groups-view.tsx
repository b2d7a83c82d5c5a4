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
import { plural } from '@/components/ui/number.model';
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
  const columns = brokers === null ? groupColumns : brokerColumnsOf(workspace);

  return (
    <>
      <PageHeader
        title="Groups"
        actions={
          brokers === null ? (
            <GroupListActions mayNotCreate={mayNotCreate} />
          ) : (
            <NewGroupButton mayNotCreate={mayNotCreate} />
          )
        }
      >
        {groupsHeading(all, total)}
        {sortText === undefined ? ' Urgent first.' : ''}
      </PageHeader>
      {brokers === null ? (
        <DeletionsStrip kind="group" />
      ) : (
        <BrokersBanner answered={brokers.answered.length} silent={brokers.silent} />
      )}
      <div className="toolbar">
        <SearchBox label="Group or topic" value={q} onChange={setSearch} />
        <FilterSelect
          name="state"
          value={state}
          options={brokers === null ? stateFilters : brokerStateFilters}
          onChange={(value) => set({ state: value })}
        />
        <FilterSelect
          name="ordering"
          value={order}
          options={orderFilters}
          onChange={(value) => set({ order: value })}
        />
      </div>
      <section className="panel">
        <DataTable
          label="Consumer groups"
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

function ListNotes({ names }: { readonly names: readonly string[] }) {
  return (
    <>
      {isPracticeShown(names) ? <PracticePanel /> : null}
      <p className="small text-3 prose">
        Backlog is ready, in flight and waiting for a retry. Ready counts every stored message that a group has not
        consumed, including messages that its tag filter leaves out. Clients are connected to any node. Backlog and time
        to drain are counted every 10 s.
      </p>
    </>
  );
}

function BrokerNotes({ brokers }: { readonly brokers: BrokersView }) {
  return (
    <>
      <NotTold notTold={brokers.notTold} />
      <p className="small text-3 prose">
        Not delivered is what no client was given yet; a 5.x client that holds a message counts as delivered. Dead is
        what the brokers still keep. Groups are read one after another. This console asks the busiest broker{' '}
        {brokers.callsPerSecond.kind === 'unknown'
          ? 'an unknown number of times'
          : `${brokers.callsPerSecond.value.toFixed(1)} times`}{' '}
        a second.
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
        Remove filters
      </ButtonLink>
    );
    return (
      <EmptyState kind="filtered-out" action={remove}>
        0 of {plural(total, 'group')} match.
      </EmptyState>
    );
  }
  return <NoGroupYet mayNotCreate={mayNotCreate} />;
}
