'use client';

import { RotateCw } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { CauseName } from '@/components/causes/cause-name';
import { CausesPanel } from '@/components/causes/causes-panel';
import { DataTable } from '@/components/data-table/data-table';
import { DensityToggle } from '@/components/data-table/density-toggle';
import { SelectionBar } from '@/components/data-table/selection-bar';
import { TableFooter } from '@/components/data-table/table-footer';
import { useSelection } from '@/components/data-table/use-selection';
import { type UrlParams, useUrlParams } from '@/components/data-table/use-url-params';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Button } from '@/components/ui/button';
import { formatCount } from '@/components/ui/number.model';
import { PageHeader } from '@/components/ui/page-header';
import type { CauseView } from '@/lib/console/reads/causes';
import type { DeadLetterCausesView, DeadLettersPage } from '@/lib/console/reads/dead-letters';
import type { ReadResult } from '@/lib/model/read-result';
import { DeadLetterTopic } from './dead-letter-topic';
import { causesInFilter, type Filters, groupsOf, rowId, summary } from './dead-letters.model';
import { FilterBar } from './filter-bar';
import { letterColumns } from './letter-columns';
import { NoDeadLetters } from './no-dead-letters';
import { RetentionNote } from './retention-note';
import { usePlan } from './use-plan';

interface DeadLettersViewProps {
  readonly initial: ReadResult<DeadLettersPage>;
  readonly initialCauses: ReadResult<DeadLetterCausesView>;
  readonly redriveNotAllowed: string | null;
}

const live = { kinds: ['dead-letter', 'redrive', 'setting'] } as const;

/** Causes first, messages second, one filter bar for both. */
export function DeadLettersView({ initial, initialCauses, redriveNotAllowed }: DeadLettersViewProps) {
  const url = useUrlParams();
  const filters = useFilters(url);
  const letters = useLiveQuery('deadLetters', { ...filters, cursor: url.get('cursor') }, { initial, live });
  const causes = useLiveQuery('deadLetterCauses', { ...filters }, { initial: initialCauses, live });
  const {
    items: causeRows,
    matching,
    retained,
    matchingGroups,
    groups,
    causes: causeCount,
    causeLetters,
    broadcasts,
    retention,
  } = causes.data ?? initialCauses.data;
  const rows = letters.data?.items;
  const selection = useSelection();
  const order = (rows ?? []).map(rowId);
  const inFilter = causesInFilter(causeRows, filters);
  const plan = usePlan({
    selection,
    rows,
    filters,
    // Those beyond the listed causes may be of other groups.
    groups: matchingGroups === 1 ? groupsOf(inFilter) : [],
    matching,
    notAllowed: redriveNotAllowed,
  });
  const canExpire = retention.keepHours !== null;
  const columns = useMemo(() => letterColumns(filters.group !== undefined, canExpire), [filters.group, canExpire]);
  const button = (
    <Button variant="primary" icon={RotateCw} keys="r" onClick={plan.open} disabledReason={plan.reason}>
      {plan.label}
    </Button>
  );

  return (
    <>
      <PageHeader title="Dead letters" actions={<DensityToggle />}>
        {matching.kind === 'unknown' || retained.kind === 'unknown'
          ? 'How many there are is unknown.'
          : summary(
              matching.value,
              retained.value,
              filters.cause === undefined ? causeCount : 1,
              matchingGroups,
              filters,
            )}{' '}
        <RetentionNote {...retention} href={url.href({ expires: '24h', cursor: undefined })} />
      </PageHeader>
      <FilterBar filters={filters} groups={groups} canExpire={canExpire} onChange={url.set} />
      {filters.group === undefined ? null : <DeadLetterTopic group={filters.group} />}
      <CausesPanel
        causes={causeRows}
        all={{ causes: causeCount, letters: causeLetters }}
        filters={filters}
        url={url}
        tookMs={causes.tookMs}
      />
      <SelectionBar selection={selection} order={order} matching={matching} actions={button}>
        {plan.reason}
      </SelectionBar>
      <section className="panel">
        {plan.matched === 0 ? null : (
          <MessagesHead cause={filters.cause === undefined ? undefined : inFilter[0]}>
            {selection.scope === 'none' ? (
              <>
                {/* the button says it to screen readers already */}
                <span className="small text-3" aria-hidden="true">
                  {plan.reason}
                </span>{' '}
                {button}
              </>
            ) : null}
          </MessagesHead>
        )}
        <DataTable
          label="Dead letters"
          columns={columns}
          rows={rows}
          rowId={rowId}
          rowHref={(row) => `/messages/${encodeURIComponent(row.messageId)}?group=${encodeURIComponent(row.group)}`}
          rowLocked={(row) => (row.redriveId === null ? null : `in RD-${row.redriveId} already`)}
          rowQuiet={(row) => row.redriveId !== null}
          selection={selection}
          problem={<ReadProblem error={letters.error ?? causes.error} onRetry={letters.retry} />}
          empty={<NoDeadLetters filters={filters} retained={retained} broadcasts={broadcasts} />}
          footer={
            <TableFooter
              shown={order.length}
              total={matching}
              nextCursor={letters.data?.nextCursor}
              tookMs={letters.tookMs}
              asOf={letters.asOf}
            />
          }
        />
      </section>
    </>
  );
}

function useFilters({ get }: UrlParams): Filters {
  return {
    group: get('group'),
    from: get('from'),
    to: get('to'),
    q: get('q'),
    cause: get('cause'),
    expires: get('expires'),
  };
}

interface MessagesHeadProps {
  readonly cause: CauseView | undefined;
  readonly children: ReactNode;
}

function MessagesHead({ cause, children }: MessagesHeadProps) {
  return (
    <header>
      <h2>Messages</h2>
      <span className="small text-2">{cause === undefined ? 'newest first' : <CauseName cause={cause} />}</span>
      <span className="panel-end">{children}</span>
    </header>
  );
}
