'use client';

import { BrokersBanner } from '@/components/clusters/brokers-banner';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { useCrumbs } from '@/components/parts/page-crumbs';
import { PageHeader } from '@/components/ui/page-header';
import type { ReadResult } from '@/lib/model/read-result';
import { inWorkspace } from '@/lib/model/workspace';
import type { MovePage } from './move.model';
import { PlanForm } from './plan-form';
import { MoveSteps } from './move-steps';
import { t } from '@/lib/model/language/t';
import { sentences } from '@/lib/model/language/list';

interface MoveViewProps {
  readonly workspace: string;
  readonly initial: ReadResult<MovePage>;
}

/** From this installation to a cluster: first compared, then step by step, each with what came of it. */
export function MoveView({ workspace, initial }: MoveViewProps) {
  const query = useLiveQuery('move', {}, { initial, live: { kinds: ['setting', 'redrive', 'group', 'topic'] } });
  useCrumbs([{ href: inWorkspace(workspace, '/move'), label: t('Move') }]);
  const { plan, move } = query.data ?? initial.data;
  const isOpen = move !== null && move.finishedAt === null;
  return (
    <>
      <PageHeader title={t('Move to {workspace}', { workspace })}>
        {sentences(
          t('Moves topics, consumer groups and messages of this installation to the cluster.'),
          isOpen
            ? t('Each step starts when you confirm it.')
            : move === null
              ? t('This is a comparison: nothing has been changed.')
              : t('{move} has ended. The comparison below is for another move and has changed nothing.', {
                  move: move.name,
                }),
        )}
      </PageHeader>
      {query.error === null ? null : (
        <section className="panel">
          <ReadProblem error={query.error} onRetry={query.retry} />
        </section>
      )}
      <BrokersBanner answered={plan.brokers.length} silent={plan.silent} />
      {move === null ? null : <MoveSteps move={move} plan={plan} workspace={workspace} onDone={query.retry} />}
      {isOpen ? null : <PlanForm plan={plan} workspace={workspace} onDone={query.retry} />}
    </>
  );
}
