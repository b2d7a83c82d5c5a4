'use client';

import { between, msg, t } from '@/lib/model/language/t';
import { CirclePlay, Gauge, Hammer, LockKeyhole, RotateCcw, Wrench, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { FormFailure } from '@/components/form/form-failure';
import { useAction } from '@/components/form/use-action';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Button, ButtonLink } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import { StateBadge } from '@/components/ui/state-badge';
import {
  breakPracticeAction,
  deployPracticeFixAction,
  endPracticeAction,
  playPracticeSceneAction,
  startPracticeAction,
} from '@/lib/console/actions/practice';
import type { PracticeView } from '@/lib/console/operations/practice/views';
import type { ActionResult } from '@/lib/model/action-result';
import type { ReadResult } from '@/lib/model/read-result';
import { describePractice, type PracticeStep } from './practice.model';
import { PracticeTally } from './practice-tally';

const COMMAND = 'npm run demo -- --minutes 60';

interface Step {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly primary: boolean;
  readonly run: () => Promise<ActionResult<unknown>>;
}

const steps: Readonly<Record<PracticeStep, Step>> = {
  start: {
    label: msg('Start the practice incident'),
    icon: CirclePlay,
    primary: true,
    run: () => startPracticeAction({}),
  },
  fix: { label: msg('Deploy the fix'), icon: Wrench, primary: true, run: () => deployPracticeFixAction({}) },
  break: { label: msg('Break it again'), icon: Hammer, primary: false, run: () => breakPracticeAction({}) },
  throttle: {
    ...{ label: msg('Add a throttle burst'), icon: Gauge, primary: false },
    run: () => playPracticeSceneAction({ scene: 'throttle' }),
  },
  poison: {
    ...{ label: msg('Add a poison ordered key'), icon: LockKeyhole, primary: false },
    run: () => playPracticeSceneAction({ scene: 'poison' }),
  },
  end: { label: msg('Stop and reset'), icon: RotateCcw, primary: false, run: () => endPracticeAction({}) },
};

/**
 * Real SDK clients that fail on purpose, beside the real ones: start, fix, break, remove. Shows only what really runs.
 */
export function PracticePanel({ initial }: { readonly initial?: ReadResult<PracticeView> }) {
  const practice = useLiveQuery('practice', {}, { initial, live: { kinds: ['client'] } });
  const [running, setRunning] = useState<PracticeStep | null>(null);
  const action = useAction();

  const act = (step: PracticeStep) => {
    if (running !== null) return;
    setRunning(step);
    const ended = () => {
      setRunning(null);
      practice.retry();
    };
    action.run(() => steps[step].run(), ended, ended);
  };

  const view = practice.data;
  const shown = view === undefined ? null : describePractice(view);
  return (
    <section className="panel" aria-label={t('Practice incident')}>
      <header>
        <h2>{t('Practice incident')}</h2>
        {shown?.tone === 'broken' ? <StateBadge state="waiting-retry" label={t('Failing')} /> : null}
        {shown?.tone === 'fixed' ? <StateBadge state="ready" label={t('Fix deployed')} /> : null}
      </header>
      <div className="panel-body col col-wide">
        <p className="text-2 prose">
          {t(
            `Official RocketMQ clients, started by this server, send orders and ledger entries and fail on some of
            them: a payment gateway that times out, addresses without a postcode, a rate limit, and one ordered key
            whose head blocks the rest. At most five messages a second, for 15 minutes. For another duration:`,
          )}
          {between()}
          <code>{COMMAND}</code>
        </p>
        {practice.error !== null && view === undefined ? (
          <ReadProblem error={practice.error} onRetry={practice.retry} />
        ) : null}
        {shown === null ? <Skeleton /> : <p role="status">{shown.sentence}</p>}
        {view?.run.phase === 'running' ? <PracticeTally tally={view.run.tally} /> : null}
        <FormFailure failure={action.failure} slow={action.slow} again={false} />
        <div className="row wrap">
          {shown?.steps.map((name) => {
            const { label, icon, primary } = steps[name];
            return (
              <Button
                key={name}
                icon={icon}
                variant={primary ? 'primary' : 'default'}
                pending={running === name}
                disabledReason={view?.notAllowed ?? null}
                onClick={() => act(name)}
              >
                {t(label)}
              </Button>
            );
          })}
          {view?.run.phase === 'running' ? (
            <ButtonLink variant="ghost" href="/dead-letters?group=practice-billing">
              {t('Show its dead letters')}
            </ButtonLink>
          ) : null}
        </div>
      </div>
    </section>
  );
}
