'use client';

import { Later } from '@/components/charts/later';
import type { UrlParams } from '@/components/data-table/use-url-params';
import { ReadProblem } from '@/components/live/read-problem';
import type { LiveQuery } from '@/components/live/use-live-query';
import { formatDuration } from '@/components/ui/duration.model';
import { EmptyState } from '@/components/ui/empty-state';
import { FilterSelect } from '@/components/filters/filter-select';
import { Segmented } from '@/components/ui/segmented';
import { usePreferences } from '@/components/ui/preferences';
import { AsOf } from '@/components/ui/time';
import { formatTime } from '@/components/ui/time.model';
import type { RetryForecastView } from '@/lib/console/operations/retries/views';
import { type DueRange, dueRanges, forecastText } from './retries.model';
import styles from './retries.module.css';
import { pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';

const BARS_PX = 160;
const loadBars = () => import('./forecast-bars');
const AHEAD = [
  { value: '15m', ms: 900_000 },
  { value: '2h', ms: 7_200_000 },
  { value: '24h', ms: 86_400_000 },
] as const;
type Ahead = (typeof AHEAD)[number]['value'];
const aheadOptions = () => AHEAD.map(({ value, ms }) => ({ value, label: formatDuration(ms) }));

/** Undefined: the server takes the one that shows what waits. */
export function aheadOf(text: string | undefined): Ahead | undefined {
  return AHEAD.find(({ value }) => value === text)?.value;
}

/** The coming tries and the deaths due. The sentence says what the bars show. */
export function ForecastPanel({
  forecast,
  url,
}: {
  readonly forecast: LiveQuery<RetryForecastView>;
  readonly url: UrlParams;
}) {
  const { data } = forecast;
  const ahead = aheadOf(url.get('ahead')) ?? AHEAD.find(({ ms }) => ms === data?.aheadMs)?.value ?? '2h';
  const narrow = (bin: DueRange | null) =>
    url.set({ dueFrom: bin?.from ?? undefined, dueTo: bin?.to, peek: undefined });
  return (
    <section className="panel" aria-label={t('Retry forecast')}>
      <header>
        <h2>{t('Retry forecast')}</h2>
        <span className="small text-2">{data === undefined ? '' : forecastText(data)}</span>
        <span className="panel-end row">
          {data === undefined ? null : <NarrowTo forecast={data} to={url.get('dueTo')} onNarrow={narrow} />}
          <Segmented
            label={t('How far ahead')}
            value={ahead}
            options={aheadOptions()}
            onChange={(value) => url.replace({ ahead: value })}
          />
          {data === undefined ? null : <AsOf at={data.asOf} />}
        </span>
      </header>
      <ReadProblem error={forecast.error} onRetry={forecast.retry} />
      {data === undefined ? null : (
        <div className="panel-body">
          {data.bins.every(({ tries, deaths }) => tries + deaths === 0) ? (
            <EmptyState
              kind="none-in-range"
              title={t('No retry is due within {time}', { time: formatDuration(data.binMs * data.bins.length) })}
            >
              {whyNone(data)}
            </EmptyState>
          ) : (
            <>
              <Later load={loadBars} heightPx={BARS_PX}>
                {({ ForecastBars }) => <ForecastBars forecast={data} onNarrow={narrow} heightPx={BARS_PX} />}
              </Later>
              <Legend binMs={data.binMs} />
            </>
          )}
        </div>
      )}
    </section>
  );
}

function whyNone({ waiting, held }: RetryForecastView): string {
  if (waiting === 0) return t('No message is waiting.');
  return waiting === held ? t('All waiting messages are held.') : t('All waiting messages are due later.');
}

interface NarrowToProps {
  readonly forecast: RetryForecastView;
  /** Of the bar that the list is narrowed to. */
  readonly to: string | undefined;
  readonly onNarrow: (bin: DueRange | null) => void;
}

/** The same as a click on a bar, for the keyboard. */
function NarrowTo({ forecast, to, onNarrow }: NarrowToProps) {
  const { timeZone } = usePreferences();
  const ranges = dueRanges(forecast);
  const clock = (iso: string) => formatTime(iso, timeZone, 'clock', Date.parse(iso)).slice(0, 5);
  const chosen = to === undefined ? '' : to;
  const options = [
    { value: '', label: t('any time') },
    ...ranges.map((range) => ({
      value: range.to,
      label: t('before {time}, {count, number}', { time: clock(range.to), count: range.messages }),
    })),
  ];
  return (
    <FilterSelect
      name={t('next attempt')}
      value={chosen}
      options={
        options.some(({ value }) => value === chosen)
          ? options
          : [...options, { value: chosen, label: t('before {time}', { time: clock(chosen) }) }]
      }
      onChange={(value) => onNarrow(ranges.find((range) => range.to === value) ?? null)}
    />
  );
}

function Legend({ binMs }: { readonly binMs: number }) {
  return (
    <p className="tiny text-2">
      <Said
        of={pieces(
          `Per {time}, if every attempt fails immediately; attempts that follow a failure are included.
          {retries} Retries due. {last} Last attempts, with their number: these messages move to the DLQ unless they
          succeed. Select a bar to list its messages.`,
          {
            time: formatDuration(binMs),
            retries: <span className={styles.mark} data-tone="tries" />,
            last: <span className={styles.mark} data-tone="deaths" />,
          },
        )}
      />
    </p>
  );
}
