'use client';

import { Lock, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { BrokerFigure } from '@/components/clusters/figure';
import { Icon } from '@/components/ui/icon';
import type { RetryLimits } from '@/lib/model/delivery/forecast';
import type { PolicyEffect } from '@/lib/model/delivery/policy-effect';
import { mapReading, type Reading } from '@/lib/model/reading';
import { type Impact, timeToDlqWords } from './impact.model';
import { LossMoment, momentOf } from './loss-moment';
import styles from './impact.module.css';
import { between, pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';
import { sentences } from '@/lib/model/language/list';

export interface RefusedField {
  readonly field: string;
  readonly message: string;
  /** Ways out. */
  readonly ways: ReactNode;
}

interface ImpactPanelProps {
  readonly before: RetryLimits;
  readonly after: RetryLimits;
  /** Null: the change makes no message move to the DLQ sooner. */
  readonly impact: Impact | null;
  readonly effect: Reading<PolicyEffect> | null;
  /** Other reasons why messages are lost by it, in sentences. */
  readonly risks: readonly string[];
  /** What cannot be saved now. */
  readonly refused?: readonly RefusedField[];
  /** Reads the brokers. */
  readonly action?: ReactNode;
}

/** What a change does to messages in progress, and why it cannot be saved: first on the page, and announced. */
export function ImpactPanel(props: ImpactPanelProps) {
  const { before, after, impact, effect, risks, refused = [], action = null } = props;
  const isQuiet = impact === null && risks.length === 0 && refused.length === 0;
  const said = sentences(impact?.headline ?? '', ...risks, ...refused.map(({ message }) => message));
  return (
    <>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {isQuiet ? null : (
        <section
          className={styles.impact}
          data-tone={impact?.tone ?? (risks.length > 0 ? 'danger' : 'warning')}
          aria-label={t('Effect of this change')}
        >
          {impact === null ? null : (
            <div className={styles.part}>
              <Icon of={TriangleAlert} />
              <div className={styles.text}>
                <p className={styles.headline}>{impact.headline}</p>
                <p className="small text-2">
                  {effect === null || effect.kind === 'unknown' ? null : (
                    <>
                      <Said
                        of={pieces('First message moves to the DLQ: {after} instead of {before}.', {
                          after: <LossMoment of={momentOf(effect, 'after')} />,
                          before: <LossMoment of={momentOf(effect, 'before')} />,
                        })}
                      />
                      {between()}
                    </>
                  )}
                  {sentences(timeToDlqWords(before, after), t('Dead letters can be re-driven.'))}
                </p>
              </div>
              {effect === null || effect.kind === 'unknown' ? (
                action
              ) : (
                <dl className={styles.figures}>
                  <dt>{t('Move to the DLQ within 1 h')}</dt>
                  <dd>
                    <BrokerFigure reading={mapReading(effect, ({ lostInHour }) => lostInHour.before)} /> {'→ '}
                    <b>
                      <BrokerFigure reading={mapReading(effect, ({ lostInHour }) => lostInHour.after)} tone="dlq" />
                    </b>
                  </dd>
                </dl>
              )}
            </div>
          )}
          {risks.map((risk) => (
            <div key={risk} className={styles.part}>
              <Icon of={TriangleAlert} />
              <p className={styles.headline}>{risk}</p>
            </div>
          ))}
          {refused.map(({ field, message, ways }) => (
            <div key={`${field} ${message}`} className={styles.part}>
              <Icon of={Lock} />
              <div className={styles.text}>
                <p>
                  <b>{message}</b>
                </p>
                {ways}
              </div>
            </div>
          ))}
        </section>
      )}
    </>
  );
}
