'use client';

import { RotateCw } from 'lucide-react';
import { planHref } from '@/components/dead-letters/dead-letters.model';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { useHere } from '@/components/live/use-here';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { formatCount, plural } from '@/components/ui/number.model';
import { PageHeader } from '@/components/ui/page-header';
import { Time } from '@/components/ui/time';
import type { SelectedGroupView } from '@/lib/console/operations/redrives/views';
import { LETTER_CONDITIONS } from '@/lib/model/dead-letter/letter-filter';
import type { ReadResult } from '@/lib/model/read-result';
import styles from './plan.module.css';

/** What is selected belongs to several groups: a re-drive goes to one, so each has its plan. */
export function PlanGroupsView({ initial }: { readonly initial: ReadResult<readonly SelectedGroupView[]> }) {
  const url = useUrlParams();
  const filter = Object.fromEntries(LETTER_CONDITIONS.map((name) => [name, url.get(name)]));
  const groups = useLiveQuery(
    'redriveGroups',
    { ...filter, several: '1', set: url.get('set') },
    { initial, live: { kinds: ['dead-letter'] } },
  );
  const data = groups.data ?? initial.data;
  const named = Object.values(filter).some((value) => value !== undefined);
  const here = useHere();
  const hrefOf = ({ group, ids }: SelectedGroupView) =>
    here(planHref(group, ids.length > 0 ? { set: ids.join(',') } : named ? filter : { all: '1' }));
  return (
    <>
      <PageHeader title={`Plan re-drives to ${plural(data.length, 'group')}`}>
        A re-drive goes to one group, the one that failed. Plan them one after another; opening a plan sends nothing.
      </PageHeader>
      <ReadProblem error={groups.error} onRetry={groups.retry} />
      <section className="panel" aria-label="Groups">
        {data.length === 0 ? (
          <EmptyState kind="filtered-out" title="Nothing matches any more">
            The dead letters may have been re-driven meanwhile.
          </EmptyState>
        ) : (
          <ul>
            {data.map((row) => (
              <li key={row.group} className={styles.group}>
                <b>{formatCount(row.count)}</b>
                <span>{row.group}</span>
                <span className="text-2">
                  died <Time at={row.firstAt} /> to <Time at={row.lastAt} />
                </span>
                <ButtonLink size="small" icon={RotateCw} href={hrefOf(row)}>
                  Plan {row.group}
                </ButtonLink>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}
