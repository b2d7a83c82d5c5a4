'use client';

import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { isPracticeShown } from '@/components/practice/practice.model';
import { PracticePanel } from '@/components/practice/practice-panel';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import type { ProblemsPage } from '@/lib/console/reads/problems';
import type { ReadResult } from '@/lib/model/read-result';
import { AllFine } from './all-fine';
import { CheckedPanel } from './checked-panel';
import { GroupsStrip } from './groups-strip';
import { LostNextPanel } from './lost-next';
import { nowHeading } from './now.model';
import styles from './now.module.css';
import { ProblemList } from './problem-list';

interface NowViewProps {
  readonly initial: ReadResult<ProblemsPage>;
  /** Null: may create a group; else why not. */
  readonly mayNotCreate: string | null;
}

/** Where an operator begins: what is wrong, how long until it is lost, where to act. */
export function NowView({ initial, mayNotCreate }: NowViewProps) {
  const problems = useLiveQuery(
    'problems',
    {},
    { initial, live: { kinds: ['sample', 'alarm', 'redrive', 'dead-letter', 'group'] } },
  );
  const page = problems.data ?? initial.data;
  const { items, total, groups, groupCount, lostNext } = page;
  const { asOf } = problems;
  return (
    <>
      <PageHeader title="Now">{nowHeading(page)}</PageHeader>
      <ReadProblem error={problems.error} onRetry={problems.retry} />
      {total > 0 ? (
        <ProblemList items={items} total={total} asOf={asOf} />
      ) : groupCount > 0 ? (
        <AllFine page={page} asOf={asOf ?? initial.asOf} />
      ) : (
        <>
          <NoGroups mayNotCreate={mayNotCreate} />
          <PracticePanel />
        </>
      )}
      <div className={styles.below}>
        {groupCount === 0 ? null : <GroupsStrip groups={groups} total={groupCount} asOf={asOf} />}
        <div className="col col-wide">
          <LostNextPanel items={lostNext} />
          <CheckedPanel page={page} asOf={asOf} />
        </div>
      </div>
      {groupCount > 0 && isPracticeShown(groups.map(({ name }) => name)) ? <PracticePanel /> : null}
    </>
  );
}

function NoGroups({ mayNotCreate }: { readonly mayNotCreate: string | null }) {
  const create = (
    <ButtonLink href="/groups/new" variant="primary">
      Create the first group
    </ButtonLink>
  );
  return (
    <section className="panel">
      <EmptyState kind="none-ever" title="No consumer group yet" action={mayNotCreate === null ? create : undefined}>
        A group is created here; its consumers then connect with any RocketMQ 5 client. {mayNotCreate ?? ''}
      </EmptyState>
    </section>
  );
}
