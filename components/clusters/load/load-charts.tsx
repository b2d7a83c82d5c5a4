'use client';

import { HistoryPanel, useRange } from '@/components/charts/history-panel';
import { type AreaSeries, TimeAreaChart } from '@/components/charts/time-area-chart';
import { useLiveQuery } from '@/components/live/use-live-query';
import { formatCount } from '@/components/ui/number.model';
import { nearnessOf, ratesOf } from '../load.model';
import styles from './load.module.css';
import { formatShare } from '@/lib/model/share';

const STROKES = ['var(--accent)', 'var(--waiting-solid)', 'var(--ready-solid)', 'var(--throttled-solid)'] as const;

const RATES: readonly AreaSeries<'stored' | 'handedOut'>[] = [
  { key: 'stored', name: 'Stored', fill: 'var(--ready-solid)', stroke: 'var(--ready-solid)' },
  { key: 'handedOut', name: 'Handed out', stroke: 'var(--text)' },
];

/** How near the brokers were to refusing, and how many messages they stored and handed out. */
export function LoadCharts() {
  const range = useRange();
  const history = useLiveQuery('clusterLoadHistory', { from: `-${range}` }, { live: { kinds: ['sample'] } });
  const near = history.data === undefined ? undefined : nearnessOf(history.data);
  const rates = history.data === undefined ? undefined : ratesOf(history.data);
  const most = Math.max(0, ...(rates ?? []).map(({ stored }) => stored ?? 0));
  const days = range.endsWith('d');
  const nothing = 'Nothing was sampled in this range: samples begin when a cluster is attached.';
  return (
    <div className="split">
      <HistoryPanel
        title="How near to refusing"
        reads={[history]}
        points={near?.points}
        summary="percent, by its nearest mark"
        unknownPoints={(near?.points ?? []).filter((point) => !isAnyKnown(point)).length}
        nothing={nothing}
      >
        <TimeAreaChart
          points={near?.points ?? []}
          series={(near?.brokers ?? []).map(({ name }, place) => ({ key: name, name, stroke: STROKES[place] ?? '' }))}
          format={(value) => formatShare(value / 100)}
          days={days}
          isKnown={isAnyKnown}
          limit={{ at: 100, says: 'refuses from here on' }}
        />
        <ul className={styles.legend}>
          {(near?.brokers ?? []).map(({ name, most: top, by }, place) => (
            <li key={name}>
              <i style={{ background: STROKES[place] }} aria-hidden="true" />
              <b>{name}</b> at most {formatShare(top / 100)}
              {by === '' ? '' : `, ${by}`}
            </li>
          ))}
          {near === undefined || near.left === 0 ? null : (
            <li className="text-3">{near.left} more: further away, or never known in this range</li>
          )}
        </ul>
      </HistoryPanel>
      <HistoryPanel
        isBeside
        title="Messages per second"
        reads={[history]}
        points={rates}
        summary={`all brokers together; at most ${formatCount(Math.round(most * 10) / 10)} stored`}
        unknownPoints={(rates ?? []).filter(({ stored }) => stored === null).length}
        nothing={nothing}
      >
        <TimeAreaChart points={rates ?? []} series={RATES} format={(value) => `${formatRate(value)}/s`} days={days} />
        <ul className={styles.legend}>
          <li>
            <i className={styles.stored} aria-hidden="true" /> stored
          </li>
          <li>
            <i className={styles.handedOut} aria-hidden="true" /> handed out
          </li>
        </ul>
      </HistoryPanel>
    </div>
  );
}

function isAnyKnown({ atMs: _at, ...brokers }: { readonly atMs: number }): boolean {
  return Object.values(brokers).some((value) => value !== null);
}

function formatRate(value: number): string {
  return formatCount(Math.round(value * 10) / 10);
}
