'use client';

import { useWorkspace } from '@/components/live/use-workspace';
import { useAction } from '@/components/form/use-action';
import { Banner } from '@/components/ui/banner';
import { Button, ButtonLink } from '@/components/ui/button';
import { StateBadge } from '@/components/ui/state-badge';
import { Said } from '@/components/ui/said';
import { Time } from '@/components/ui/time';
import { between, pieces, t } from '@/lib/model/language/t';
import { releaseProblemAction } from '@/lib/console/actions/problems';
import { PROBLEM_FACTS } from '@/lib/model/problem/kinds';
import type { Problem } from '@/lib/model/problem/problem';
import styles from './now.module.css';
import { Phrases } from '@/components/parts/phrases';

interface AcknowledgedPanelProps {
  readonly items: readonly Problem[];
  /** Null: may. */
  readonly mayNotRelease: string | null;
  readonly onDone: () => void;
}

/** What an operator has in hand: still there, and no worse than when it was taken on. */
export function AcknowledgedPanel({ items, mayNotRelease, onDone }: AcknowledgedPanelProps) {
  const action = useAction();
  const workspace = useWorkspace();
  return (
    <section className="panel" aria-label={t('Acknowledged')}>
      <header>
        <h2>{t('Acknowledged')}</h2>
        <span className="small text-2">{t('returns to the list when the time is up, or when it gets worse')}</span>
      </header>
      {action.failure === null ? null : <Banner tone="warning">{action.failure.message}</Banner>}
      <ol className={styles.problems}>
        {items.map(({ key, kind, subject, says, action: step, ack }) => (
          <li key={key} className={styles.inHand}>
            <StateBadge state={PROBLEM_FACTS[kind].badge[0]} label={t(PROBLEM_FACTS[kind].badge[1])} />
            <span className={styles.text}>
              <span className={styles.says}>
                <b>{subject.name}</b>
                {between(':')}
                <Phrases of={says} />
              </span>
              {ack === null ? null : (
                <span className="tiny text-2">
                  <Said
                    of={pieces('{name} until {time}', {
                      ...{ name: ack.by, time: <Time at={ack.until} style="day-clock" /> },
                    })}
                  />
                  {ack.note === '' ? '' : `${between(':')}${ack.note}`}
                </span>
              )}
            </span>
            <span className="row">
              <Button
                size="small"
                variant="ghost"
                pending={action.pending}
                disabledReason={mayNotRelease}
                onClick={() => action.run(() => releaseProblemAction({ problem: key }, workspace), onDone)}
              >
                {t('Release')}
              </Button>
              <ButtonLink
                href={step.path}
                size="small"
                data-row={key}
                aria-label={`${step.says}${between(':')}${subject.name}`}
              >
                {step.says}
              </ButtonLink>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
