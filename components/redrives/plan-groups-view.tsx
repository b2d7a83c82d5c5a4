'use client';

import { RotateCw } from 'lucide-react';
import { planHref } from '@/components/dead-letters/dead-letters.model';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { useHere } from '@/components/live/use-here';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { formatCount } from '@/components/ui/number.model';
import { PageHeader } from '@/components/ui/page-header';
import { Time } from '@/components/ui/time';
import type { SelectedGroupView } from '@/lib/console/operations/redrives/views';
import { LETTER_CONDITIONS } from '@/lib/model/dead-letter/letter-filter';
import { pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';
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
      <PageHeader
        title={t('Plan re-drives to {groups, plural, one {# group} other {# groups}}', { groups: data.length })}
      >
        {t(
          `A re-drive sends messages to one group: the one that failed to consume them. Plan each group separately.
          Opening a plan sends nothing.`,
        )}
      </PageHeader>
      <ReadProblem error={groups.error} onRetry={groups.retry} />
      <section className="panel" aria-label={t('Groups')}>
        {data.length === 0 ? (
          <EmptyState kind="filtered-out" title={t('No dead letter matches any more')}>
            {t('They may have been re-driven in the meantime.')}
          </EmptyState>
        ) : (
          <ul>
            {data.map((row) => (
              <li key={row.group} className={styles.group}>
                <b>{formatCount(row.count)}</b>
                <span>{row.group}</span>
                <span className="text-2">
                  <Said
                    of={pieces('dead-lettered {time} to {time2}', {
                      time: <Time at={row.firstAt} />,
                      time2: <Time at={row.lastAt} />,
                    })}
                  />
                </span>
                <ButtonLink size="small" icon={RotateCw} href={hrefOf(row)}>
                  {t('Plan {group}', { group: row.group })}
                </ButtonLink>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}
