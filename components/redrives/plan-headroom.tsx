'use client';

import { useWidth } from '@/components/charts/use-width';
import { topOf } from '@/components/charts/axis.model';
import { formatDuration } from '@/components/ui/duration.model';
import { formatAxis } from '@/components/ui/number.model';
import { Time } from '@/components/ui/time';
import { enumerated } from '@/lib/model/language/list';
import { pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';
import type { Reading } from '@/lib/model/reading';
import type { RedrivePlanView } from '@/lib/console/operations/redrives/views';
import { formatRate } from '@/lib/model/rate';
import { valueOrNull } from '@/lib/model/reading';
import styles from './plan.module.css';
import { countSent, releaseSteps, type StartDraft } from './start.model';

const HEIGHT = 170;
const TOP = 16;
const LEFT = 40;
const RIGHT = 4;
const FOOT = 22;

/** The rates of this plan on top of what comes by itself, beside the most that the group has done. */
export function PlanHeadroom({ plan, draft }: { readonly plan: RedrivePlanView; readonly draft: StartDraft }) {
  const steps = releaseSteps(countSent(plan, draft), draft);
  const { live: liveReading, most: mostReading, roomDays, asOf } = plan.evidence;
  const live = valueOrNull(liveReading);
  const most = valueOrNull(mostReading)?.perSecond ?? null;
  return (
    <section className="panel">
      <header>
        <h2>{t('Headroom')}</h2>
        <span className="small text-2">{t('first deliveries of the group per second')}</span>
        <span className="panel-end small text-2">
          <Said of={pieces('as of {time}', { time: <Time at={asOf} style="clock" /> })} />
        </span>
      </header>
      <div className="panel-body">
        {steps === null ? (
          <p className="text-2">{t('No chart: the set is empty, or no maximum rate is set.')}</p>
        ) : (
          <Steps steps={steps} live={live ?? 0} most={most} />
        )}
        <p className="small text-2">
          {t('Live traffic: {live}. Highest rate of the last {roomDays} days: {most}.', {
            live: rateOrUnknown(live, liveReading),
            most: rateOrUnknown(most, mostReading),
            roomDays,
          })}
        </p>
      </div>
    </section>
  );
}

interface StepsProps {
  readonly steps: NonNullable<ReturnType<typeof releaseSteps>>;
  readonly live: number;
  readonly most: number | null;
}

function Steps({ steps, live, most }: StepsProps) {
  const [box, width] = useWidth(600);
  const endS = Math.max(1, steps.at(-1)?.untilS ?? 1);
  const peak = Math.max(...steps.map(({ perSecond }) => perSecond)) + live;
  const top = topOf(Math.max(peak, most ?? 0, 1) * 1.1);
  const x = (seconds: number) => LEFT + (seconds / endS) * (width - LEFT - RIGHT);
  const y = (rate: number) => TOP + (HEIGHT - TOP) * (1 - rate / top);
  const words = enumerated(
    steps.map(({ fromS, perSecond }) =>
      t('{rate} from {time}', { rate: formatRate(perSecond), time: formatDuration(Math.round(fromS) * 1000, 2) }),
    ),
  );
  const longest = steps.toSorted((one, other) => other.untilS - other.fromS - (one.untilS - one.fromS))[0];
  return (
    <figure ref={box} className={styles.headroom}>
      <svg
        width={width}
        height={HEIGHT + FOOT}
        viewBox={`0 0 ${width} ${HEIGHT + FOOT}`}
        role="img"
        aria-label={t('Planned release: {words}. Live traffic: {live}.', { words, live: formatRate(live) })}
      >
        {[0, 0.5, 1].map((part) => (
          <g key={part}>
            <line x1={LEFT} x2={width - RIGHT} y1={y(top * part)} y2={y(top * part)} className={styles.grid} />
            <text x={LEFT - 8} y={y(top * part) + 4} textAnchor="end">
              {formatAxis(top * part)}
            </text>
          </g>
        ))}
        <rect
          x={LEFT}
          y={y(live)}
          width={width - LEFT - RIGHT}
          height={HEIGHT - y(live)}
          className={styles.live}
          data-part="live"
        />
        {steps.map(({ fromS, untilS, perSecond }) => (
          <rect
            key={fromS}
            x={x(fromS)}
            y={y(live + perSecond)}
            width={Math.max(2, x(untilS) - x(fromS))}
            height={y(live) - y(live + perSecond)}
            className={styles.planned}
          />
        ))}
        {longest === undefined ? null : (
          <text
            x={(x(longest.fromS) + x(longest.untilS)) / 2}
            y={y(live + longest.perSecond) + 16}
            textAnchor="middle"
            className={styles.says}
          >
            {rateWords(longest)}
          </text>
        )}
        {most === null ? null : (
          <>
            <line x1={LEFT} x2={width - RIGHT} y1={y(most)} y2={y(most)} className={styles.most} />
            <text x={width - RIGHT - 4} y={y(most) - 5} textAnchor="end" className={styles.mostText}>
              {t('highest {rate}', { rate: formatRate(most) })}
            </text>
          </>
        )}
        <text x={LEFT} y={HEIGHT + 16}>
          {t('start')}
        </text>
        <text x={width - RIGHT} y={HEIGHT + 16} textAnchor="end">
          {t('finished after {time}', { time: formatDuration(Math.ceil(endS) * 1000, 2) })}
        </text>
      </svg>
    </figure>
  );
}

function rateWords({ fromS, untilS, perSecond }: StepsProps['steps'][number]): string {
  const seconds = Math.round(untilS - fromS);
  const rate = formatRate(perSecond);
  return seconds === 0 ? rate : t('{rate} for {time}', { rate, time: formatDuration(seconds * 1000, 2) });
}

function rateOrUnknown(rate: number | null, reading: Reading<unknown>): string {
  if (rate !== null) return formatRate(rate);
  return reading.kind === 'unknown' ? t('unknown ({reason})', { reason: reading.reason }) : t('unknown');
}
