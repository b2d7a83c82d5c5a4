'use client';

import { Bell, ExternalLink, Filter, ListTree, RotateCw, Search, Square, Undo2, type LucideIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { isFocusFree } from '@/components/keyboard/typing';
import { useWorkspace } from '@/components/live/use-workspace';
import { Button, ButtonLink } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Time } from '@/components/ui/time';
import { pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';
import type { RedrivePage } from '@/lib/console/operations/redrives/views';
import { inWorkspace } from '@/lib/model/workspace';
import { type NextStep, runLead, type StepId } from './run-lead.model';
import styles from './run-lead.module.css';

const ICONS: Readonly<Record<StepId, LucideIcon>> = {
  recall: Undo2,
  cause: Search,
  again: RotateCw,
  without: Filter,
  alarm: Bell,
  rest: ListTree,
  died: RotateCw,
};

interface RunLeadProps {
  readonly page: RedrivePage;
  readonly recallBlock: string | null;
  readonly resumeBlock: string | null;
  readonly onRecall: () => void;
  readonly onResume: () => void;
  readonly onWithout: () => void;
}

/** The fact that matters now, and what may be done about it. */
export function RunLeadPanel({ page, recallBlock, resumeBlock, onRecall, onResume, onWithout }: RunLeadProps) {
  const lead = runLead(page);
  const workspace = useWorkspace();
  const { state, stop, failing } = page.redrive;
  const isStopped = state === 'stopped';
  const mayRecall = recallBlock === null;
  const panel = useRef<HTMLElement>(null);
  // Who looks at a run when it stops, or opens it then, has the way back under his finger; never taken from a field.
  useEffect(() => {
    if (isStopped && mayRecall && isFocusFree())
      panel.current?.querySelector<HTMLElement>('[data-step="recall"] button')?.focus({ preventScroll: true });
  }, [isStopped, mayRecall]);
  const press: Partial<Record<StepId, { readonly run: () => void; readonly block: string | null }>> = {
    recall: { run: onRecall, block: recallBlock },
    again: { run: onResume, block: resumeBlock },
    without: { run: onWithout, block: resumeBlock },
  };
  return (
    <section
      ref={panel}
      className={`panel ${styles.lead}`}
      data-tone={lead.tone}
      aria-label={t('State and next steps')}
    >
      <div className={styles.fact}>
        <p className={styles.sentence} data-testid="run-sentence" aria-live="polite">
          {isStopped ? <Icon of={Square} /> : null}
          {lead.sentence}
        </p>
        {lead.detail.length === 0 && stop === null ? null : (
          <p className="text-2">
            <span className={styles.detail}>
              {stop === null ? null : (
                <>
                  <Said of={pieces('Stopped at {time}', { time: <Time at={stop.at} /> })} />
                  {lead.detail.length === 0 ? '' : ' · '}
                </>
              )}
              {failing === null ? null : (
                <>
                  <Said
                    of={pieces('Failing since {since}, last attempt {last}', {
                      since: <Time at={failing.since} withRelative />,
                      last: <Time at={failing.lastAt} />,
                    })}
                  />
                  {' · '}
                </>
              )}
              {lead.detail.join(' · ')}
            </span>
          </p>
        )}
      </div>
      {lead.steps.length === 0 ? null : (
        <div className={styles.steps}>
          {lead.steps.map((step) => (
            <Step
              key={step.id}
              step={{ ...step, href: step.href && inWorkspace(workspace, step.href) }}
              {...press[step.id]}
            />
          ))}
        </div>
      )}
    </section>
  );
}

interface StepProps {
  readonly step: NextStep;
  readonly run?: () => void;
  readonly block?: string | null;
}

function Step({ step, run, block }: StepProps) {
  const primary = step.id === 'recall' || step.id === 'died';
  return (
    <div className={styles.step} data-step={step.id}>
      <h2>
        <Icon of={ICONS[step.id]} size={13} /> {step.title}
      </h2>
      <p className={`small text-2 ${styles.clamped}`}>{step.text}</p>
      {step.href === null ? (
        <Button
          variant={primary ? 'primary' : 'default'}
          icon={ICONS[step.id]}
          {...(step.id === 'recall' ? { keys: '⇧R' } : {})}
          {...(run === undefined ? {} : { onClick: run })}
          disabledReason={block}
        >
          {step.label}
        </Button>
      ) : (
        <ButtonLink
          href={step.href}
          variant={primary ? 'primary' : 'default'}
          icon={step.id === 'died' ? RotateCw : ExternalLink}
        >
          {step.label}
        </ButtonLink>
      )}
    </div>
  );
}
