'use client';

import { causeHref } from '@/components/parts/names';
import { CauseName } from '@/components/causes/cause-name';
import { causeName } from '@/components/causes/causes.model';
import { SamplePanel } from '@/components/causes/sample-panel';
import { PartProblem } from '@/components/live/part-problem';
import { Link } from '@/components/ui/link';
import { EmptyState } from '@/components/ui/empty-state';
import { formatCount } from '@/components/ui/number.model';
import { Skeleton } from '@/components/ui/skeleton';
import { Time } from '@/components/ui/time';
import type { AlarmCauses, AlarmLetters, AlarmView } from '@/lib/console/operations/alarms/views';
import { knownOf } from './alarm-page.model';
import styles from './alarm-page.module.css';
import { formatPart } from '@/lib/model/share';
import { Said } from '@/components/ui/said';
import { pieces, t } from '@/lib/model/language/t';

interface AlarmCausesPanelProps {
  readonly alarm: AlarmView;
  readonly letters: AlarmLetters | undefined;
  readonly onRetry: () => void;
}

/** The biggest causes, each one line, and one message of the first. */
export function AlarmCausesPanel({ alarm, letters, onRetry }: AlarmCausesPanelProps) {
  const causes = letters?.causes;
  const main = knownOf(letters?.main);
  const known = knownOf(causes);
  const first = known?.items[0];
  return (
    <>
      <section className="panel">
        <header>
          <h2>
            {known === null || known.causes === 0
              ? t('Causes')
              : t('{count, plural, one {# cause} other {# causes}}', { count: known.causes })}
          </h2>
          <span className="small text-3">{t('IDs and numbers are replaced')}</span>
          {known !== null && known.letters > 0 ? (
            <span className="panel-end">
              <Link href={alarm.evidence} prefetch={false}>
                {t('All {count, plural, one {# dead letter} other {# dead letters}}', { count: known.letters })}
              </Link>
            </span>
          ) : null}
        </header>
        {causes === undefined ? (
          <div className="panel-body">
            <Skeleton rows={3} />
          </div>
        ) : causes.kind === 'unknown' ? (
          <PartProblem what={t('Causes')} reason={causes.reason} onRetry={onRetry} />
        ) : causes.value.items.length === 0 ? (
          <div className="panel-body">
            <EmptyState kind="none-in-range" title={t('No dead letters left')}>
              {t('They were consumed, discarded, or have expired.')}
            </EmptyState>
          </div>
        ) : (
          <CauseRows causes={causes.value} />
        )}
      </section>
      {main?.sample == null || first === undefined ? null : (
        <SamplePanel sample={main.sample} brokerCause={first.brokerCause} />
      )}
    </>
  );
}

function CauseRows({ causes: { items, letters } }: { readonly causes: AlarmCauses }) {
  return (
    <ul className={styles.causes}>
      {items.map((cause) => (
        <li key={cause.key}>
          {cause.key === '' ? (
            <CauseName cause={cause} />
          ) : (
            <Link
              href={causeHref(cause)}
              prefetch={false}
              aria-label={t('Open the cause {name}', { name: causeName(cause) })}
            >
              <CauseName cause={cause} />
            </Link>
          )}
          <b>{formatCount(cause.count)}</b>
          <span className="text-2">{formatPart(cause.count, letters)}</span>
          <span className="text-2">
            <Said of={pieces('last {time}', { time: <Time at={cause.lastAt} style="clock" /> })} />
          </span>
        </li>
      ))}
    </ul>
  );
}
