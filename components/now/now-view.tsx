'use client';

import { ClipboardList } from 'lucide-react';
import { useState } from 'react';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { NoGroupYet } from '@/components/groups/no-group-yet';
import { useWorkspace } from '@/components/live/use-workspace';
import { isPracticeShown } from '@/components/practice/practice.model';
import { PracticePanel } from '@/components/practice/practice-panel';
import { Button, ButtonLink } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import type { ProblemsPage } from '@/lib/console/operations/problems/views';
import type { Problem } from '@/lib/model/problem/problem';
import type { ReadResult } from '@/lib/model/read-result';
import { t } from '@/lib/model/language/t';
import { AcknowledgeDialog } from './acknowledge-dialog';
import { AcknowledgedPanel } from './acknowledged-panel';
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
  const workspace = useWorkspace();
  const { items, total, groups, groupCount } = page;
  const { asOf } = problems;
  const [asked, setAsked] = useState<{ readonly problem: Problem | null } | null>(null);
  const acknowledge = (problem: Problem | null) => setAsked({ problem });
  return (
    <>
      <PageHeader
        title={t('Now')}
        actions={
          groupCount === 0 ? null : (
            <>
              <ButtonLink variant="ghost" icon={ClipboardList} href="/handover">
                {t('Handover')}
              </ButtonLink>
              {total === 0 ? null : (
                <Button keys="e" disabledReason={page.mayNotAcknowledge} onClick={() => acknowledge(null)}>
                  {t('Acknowledge')}
                </Button>
              )}
            </>
          )
        }
      >
        {nowHeading(page)}
      </PageHeader>
      <ReadProblem error={problems.error} onRetry={problems.retry} />
      {total > 0 ? (
        <ProblemList
          items={items}
          total={total}
          asOf={asOf}
          mayNotAcknowledge={page.mayNotAcknowledge}
          onAcknowledge={acknowledge}
        />
      ) : groupCount > 0 ? (
        <AllFine page={page} asOf={asOf ?? initial.asOf} />
      ) : (
        <>
          <section className="panel">
            <NoGroupYet mayNotCreate={mayNotCreate} />
          </section>
          {workspace === null ? <PracticePanel /> : null}
        </>
      )}
      {page.acknowledged.length === 0 ? null : (
        <AcknowledgedPanel items={page.acknowledged} mayNotRelease={page.mayNotAcknowledge} onDone={problems.retry} />
      )}
      <div className={styles.below}>
        {groupCount === 0 ? null : <GroupsStrip page={page} asOf={asOf} />}
        <div className="col col-wide">
          <LostNextPanel page={page} />
          <CheckedPanel page={page} asOf={asOf} />
        </div>
      </div>
      {workspace === null && groups.length > 0 && isPracticeShown(groups.map(({ name }) => name)) ? (
        <PracticePanel />
      ) : null}
      {asked !== null && items.length > 0 ? (
        <AcknowledgeDialog
          problems={items}
          first={asked.problem}
          onClose={() => setAsked(null)}
          onDone={() => {
            setAsked(null);
            problems.retry();
          }}
        />
      ) : null}
    </>
  );
}
