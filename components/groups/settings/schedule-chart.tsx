import { SquareX } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { formatDuration } from '@/components/ui/duration.model';
import { Icon } from '@/components/ui/icon';
import { type Axis, axisOf, describeSchedule, type Schedule } from '@/components/groups/schedule.model';
import styles from './schedule.module.css';
import { t } from '@/lib/model/language/t';

export interface Strip {
  /** "v4, in use", "v5, proposed". */
  readonly name: string;
  readonly proposed: boolean;
  readonly schedule: Schedule;
}

interface ScheduleChartProps {
  readonly strips: readonly Strip[];
  /** Below the chart, in its panel. */
  readonly children?: ReactNode;
}

/** Every attempt from the first failure on; the last mark is the dead letter. */
export function ScheduleChart({ strips, children }: ScheduleChartProps) {
  const axis = axisOf(strips.map(({ schedule }) => schedule));
  return (
    <section className="panel">
      <header>
        <h2>{t('Retry schedule')}</h2>
        <span className="small text-3">
          {axis.compressed
            ? t('from the first failure; square-root axis; processing time not included')
            : t('from the first failure; linear axis; processing time not included')}
        </span>
      </header>
      <div className={styles.chart}>
        <div className={styles.axis} aria-hidden="true">
          {axis.ticks.map((tick) => (
            <span key={tick.label} className={styles.tick} style={{ left: `${tick.x}%` }}>
              {tick.label}
            </span>
          ))}
        </div>
        <div className={styles.plot}>
          {axis.ticks.map((tick) => (
            <i key={tick.label} className={styles.grid} style={{ left: `${tick.x}%` }} aria-hidden="true" />
          ))}
          {strips.map((strip) => (
            <StripRow key={strip.name} strip={strip} axis={axis} />
          ))}
        </div>
      </div>
      {children}
    </section>
  );
}

const DOT_RADIUS = 4;
/** More dots than this on one strip lie on each other: drawn smaller. */
const CROWDED = 80;

/** A strip of less than this part of the axis, in percent, is one dot: it is enlarged below its place. */
const TINY = 6;

function StripRow({ strip, axis: shared }: { readonly strip: Strip; readonly axis: Axis }) {
  const { schedule } = strip;
  const place = [shared.x(0), shared.x(schedule.totalMs)] as const;
  const isEnlarged = schedule.retries > 0 && place[1] - place[0] < TINY;
  const axis = isEnlarged ? axisOf([schedule]) : shared;
  const end = axis.x(schedule.totalMs);
  const crowded = schedule.deliveries.length > CROWDED;
  return (
    <div
      className={classNames(styles.strip, strip.proposed && styles.proposed, isEnlarged && styles.large)}
      role="img"
      aria-label={t('{version}: {schedule}', { version: strip.name, schedule: describeSchedule(schedule) })}
    >
      {isEnlarged ? (
        <i
          className={styles.enlarged}
          style={{ '--from': `${place[0]}%`, '--to': `${place[1]}%`, '--end': `${end}%` } as CSSProperties}
          aria-hidden="true"
        />
      ) : null}
      <p className={styles.name}>
        {t('{version}: {count, plural, one {# attempt} other {# attempts}}', {
          version: strip.name,
          count: schedule.retries + 1,
        })}
        {isEnlarged ? (
          <span className="text-2">
            {' '}
            {t('in {time} (enlarged: 0 to {time})', { time: formatDuration(schedule.totalMs) })}
          </span>
        ) : null}
      </p>
      <div className={styles.track}>
        <svg className={styles.line} aria-hidden="true">
          <line x1={`${axis.x(0)}%`} x2={`${end}%`} y1="50%" y2="50%" />
          {schedule.deliveries.map(({ attempt, afterMs }) => (
            <circle key={attempt} cx={`${axis.x(afterMs)}%`} cy="50%" r={crowded ? 2 : DOT_RADIUS} />
          ))}
        </svg>
        <span className={styles.death} style={{ '--end': `${end}%` } as CSSProperties}>
          <Icon of={SquareX} size={13} /> {schedule.retries === 0 ? t('at once') : formatDuration(schedule.totalMs, 3)}
        </span>
      </div>
    </div>
  );
}
