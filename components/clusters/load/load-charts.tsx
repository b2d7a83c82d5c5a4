'use client';

import { HistoryPanel, useRange } from '@/components/charts/history-panel';
import { type AreaSeries, TimeAreaChart } from '@/components/charts/time-area-chart';
import { useLiveQuery } from '@/components/live/use-live-query';
import { nearnessOf, ratesOf } from '../load.model';
import styles from './load.module.css';
import { formatRate } from '@/lib/model/rate';
import { formatShare } from '@/lib/model/share';
import { pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';

const STROKES = ['var(--accent)', 'var(--waiting-solid)', 'var(--ready-solid)', 'var(--throttled-solid)'] as const;

const rates = (): readonly AreaSeries<'stored' | 'handedOut'>[] => [
  { key: 'stored', name: t('Stored/s'), fill: 'var(--ready-solid)', stroke: 'var(--ready-solid)' },
  { key: 'handedOut', name: t('Delivered/s'), stroke: 'var(--text)' },
];

/** How close the brokers were to refusing, and how many messages they stored and delivered. */
export function LoadCharts() {
  const range = useRange();
  const history = useLiveQuery('clusterLoadHistory', { from: `-${range}` }, { live: { kinds: ['sample'] } });
  const near = history.data === undefined ? undefined : nearnessOf(history.data);
  const perSecond = history.data === undefined ? undefined : ratesOf(history.data);
  const most = Math.max(0, ...(perSecond ?? []).map(({ stored }) => stored ?? 0));
  const days = range.endsWith('d');
  const nothing = t('No samples in this range: sampling begins when a cluster is attached.');
  return (
    <div className="split">
      <HistoryPanel
        title={t('Highest limit usage')}
        reads={[history]}
        points={near?.points}
        summary={t('of the limit that each broker is closest to, in percent')}
        unknownPoints={(near?.points ?? []).filter((point) => !isAnyKnown(point)).length}
        nothing={nothing}
      >
        <TimeAreaChart
          points={near?.points ?? []}
          series={(near?.brokers ?? []).map(({ name }, place) => ({ key: name, name, stroke: STROKES[place] ?? '' }))}
          format={(value) => formatShare(value / 100)}
          days={days}
          isKnown={isAnyKnown}
          limit={{ at: 100, says: t('requests are refused above this line') }}
        />
        <ul className={styles.legend}>
          {(near?.brokers ?? []).map(({ name, most: top, by }, place) => (
            <li key={name}>
              <i style={{ background: STROKES[place] }} aria-hidden="true" />
              <Said
                of={
                  by === ''
                    ? pieces('<b>{broker}</b>: up to {share}', { broker: name, share: formatShare(top / 100) })
                    : pieces('<b>{broker}</b>: up to {share} ({level})', {
                        ...{ broker: name, share: formatShare(top / 100), level: by },
                      })
                }
              />
            </li>
          ))}
          {near === undefined || near.left === 0 ? null : (
            <li className="text-3">
              {t('{count, number} more: lower limit usage, or unknown in this range', { count: near.left })}
            </li>
          )}
        </ul>
      </HistoryPanel>
      <HistoryPanel
        isBeside
        title={t('Messages per second')}
        reads={[history]}
        points={perSecond}
        summary={t('all brokers together; up to {rate} stored', { rate: formatRate(most) })}
        unknownPoints={(perSecond ?? []).filter(({ stored }) => stored === null).length}
        nothing={nothing}
      >
        <TimeAreaChart points={perSecond ?? []} series={rates()} format={formatRate} days={days} />
        <ul className={styles.legend}>
          <li>
            <i className={styles.stored} aria-hidden="true" /> {t('Stored/s')}
          </li>
          <li>
            <i className={styles.handedOut} aria-hidden="true" /> {t('Delivered/s')}
          </li>
        </ul>
      </HistoryPanel>
    </div>
  );
}

function isAnyKnown({ atMs: _at, ...brokers }: { readonly atMs: number }): boolean {
  return Object.values(brokers).some((value) => value !== null);
}
