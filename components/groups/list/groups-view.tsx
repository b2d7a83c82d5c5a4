'use client';

import { Plus } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import { readSort, writeSort } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { DensityToggle } from '@/components/data-table/density-toggle';
import { TableFooter } from '@/components/data-table/table-footer';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { isPracticeShown } from '@/components/practice/practice.model';
import { PracticePanel } from '@/components/practice/practice-panel';
import { Button, ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { FilterSelect } from '@/components/filters/filter-select';
import { plural } from '@/components/ui/number.model';
import { PageHeader } from '@/components/ui/page-header';
import { SearchBox } from '@/components/ui/search-box';
import type { GroupsPage } from '@/lib/console/reads/groups';
import type { ReadResult } from '@/lib/model/read-result';
import { groupColumns } from './group-columns';
import { groupHref } from '@/components/groups/group-href';
import { filterGroups, groupsHeading, orderFilters, sortGroups, stateFilters, urgentFirst } from './groups.model';

interface GroupsViewProps {
  readonly initial: ReadResult<GroupsPage>;
  /** Null: may create; else why not. */
  readonly mayNotCreate: string | null;
}

export function GroupsView({ initial, mayNotCreate }: GroupsViewProps) {
  const router = useRouter();
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
  useShortcut('c', () => router.push('/groups/new'), 'New group', mayNotCreate === null);

  return (
    <>
      <PageHeader
        title="Groups"
        actions={
          <>
            <DensityToggle />
            <ButtonLink href="/retries" variant="ghost">
              Retries
            </ButtonLink>
            <ButtonLink href="/keys" variant="ghost">
              Blocked keys
            </ButtonLink>
            {mayNotCreate === null ? (
              <ButtonLink href="/groups/new" variant="primary" icon={Plus} keys="c">
                New group
              </ButtonLink>
            ) : (
              <Button variant="primary" icon={Plus} disabledReason={mayNotCreate}>
                New group
              </Button>
            )}
          </>
        }
      >
        {groupsHeading(all, total)}
        {sortText === undefined ? ' Urgent first.' : ''}
      </PageHeader>
      <div className="toolbar">
        <SearchBox label="Group or topic" value={q} onChange={setSearch} />
        <FilterSelect name="state" value={state} options={stateFilters} onChange={(value) => set({ state: value })} />
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
          columns={groupColumns}
          rows={rows}
          rowId={(row) => row.name}
          rowHref={(row) => groupHref(row.name)}
          sort={sort}
          onSort={(next) => set({ sort: writeSort(next) })}
          problem={<ReadProblem error={groups.error} onRetry={groups.retry} />}
          empty={<NoGroups total={all.length} mayNotCreate={mayNotCreate} />}
          footer={<TableFooter shown={rows.length} total={total} tookMs={groups.tookMs} asOf={groups.asOf} />}
        />
      </section>
      {isPracticeShown(all.map((row) => row.name)) ? <PracticePanel /> : null}
      <p className="small text-3 prose">
        Lag is ready plus in flight; messages that wait for a retry are counted separately. Ready counts every stored
        message that a group has not consumed, including messages that its tag filter leaves out. Clients are those
        connected to any node. Backlog and time to drain come from samples, every 10 s.
      </p>
    </>
  );
}

function NoGroups({ total, mayNotCreate }: { readonly total: number; readonly mayNotCreate: string | null }) {
  if (total > 0) {
    const remove = (
      <ButtonLink href="/groups" size="small">
        Remove filters
      </ButtonLink>
    );
    return (
      <EmptyState kind="filtered-out" action={remove}>
        0 of {plural(total, 'group')} match.
      </EmptyState>
    );
  }
  const create = (
    <ButtonLink href="/groups/new" variant="primary">
      Create the first group
    </ButtonLink>
  );
  return (
    <EmptyState kind="none-ever" title="No consumer group yet" action={mayNotCreate === null ? create : undefined}>
      A group is created here; its consumers then connect with any RocketMQ 5 client. {mayNotCreate ?? ''}
    </EmptyState>
  );
}
