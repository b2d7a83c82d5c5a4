'use client';

import { Link } from '@/components/ui/link';
import { PartProblem } from '@/components/live/part-problem';
import { EmptyState } from '@/components/ui/empty-state';
import { formatCount } from '@/components/ui/number.model';
import { ReadingAsOf } from '@/components/ui/reading';
import type { ThrottlingPage } from '@/lib/console/operations/limits/views';
import styles from './throttling.module.css';
import { pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';

/** How much of the deliveries is repetition: retries use up the same limits as first deliveries. */
export function LoadPanel({ load, onRetry }: Pick<ThrottlingPage, 'load'> & { readonly onRetry: () => void }) {
  return (
    <section className="panel">
      <header>
        <h2>{t('Load made by retries')}</h2>
        <span className="small text-3">{t('deliveries per first delivery, 15 min')}</span>
        <span className="panel-end">
          <ReadingAsOf reading={load} />
        </span>
      </header>
      <div className="panel-body col">
        {load.kind === 'unknown' ? (
          <PartProblem what={t('Load made by retries')} reason={load.reason} onRetry={onRetry} />
        ) : load.value.length === 0 ? (
          <EmptyState kind="none-in-range" title={t('Nothing was delivered')}>
            {t('No message was delivered to any group in the last 15 minutes.')}
          </EmptyState>
        ) : (
          <>
            <ul className={styles.load}>
              {load.value.map(({ group, delivered, redelivered }) => {
                const first = delivered - redelivered;
                return (
                  <li key={group}>
                    <Link href={`/groups/${encodeURIComponent(group)}`} prefetch={false} className="clip" title={group}>
                      {group}
                    </Link>
                    <span className="state-bar" aria-hidden="true">
                      <i className="bg-inflight" style={{ flexGrow: first }} />
                      {redelivered === 0 ? null : <i className="bg-waiting" style={{ flexGrow: redelivered }} />}
                    </span>
                    <b className={redelivered > first ? 'fg-waiting' : undefined}>
                      {first === 0 ? t('retries only') : formatCount(delivered / first)}
                    </b>
                  </li>
                );
              })}
            </ul>
            <p className={styles.legend}>
              <Said
                of={pieces('{first} first deliveries {retries} retries', {
                  first: <i className="bg-inflight" />,
                  retries: <i className="bg-waiting" />,
                })}
              />
            </p>
          </>
        )}
      </div>
    </section>
  );
}
