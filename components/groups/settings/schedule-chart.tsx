import { SquareX } from 'lucide-react';
import type { CSSProperties } from 'react';
import { classNames } from '@/components/ui/class-names';
import { formatDuration } from '@/components/ui/duration.model';
import { Icon } from '@/components/ui/icon';
import { plural } from '@/components/ui/number.model';
import { type Axis, axisOf, describeSchedule, type Schedule } from '@/components/groups/schedule.model';
import styles from './schedule.module.css';

export interface Strip {
  /** "Now, v4", "Proposed, v5". */
  readonly name: string;
  readonly proposed: boolean;
  readonly schedule: Schedule;
}

/** Every delivery from the first failure on; the last mark is the dead letter. */
export function ScheduleChart({ strips }: { readonly strips: readonly Strip[] }) {
  const axis = axisOf(strips.map(({ schedule }) => schedule));
  return (
    <section className="panel">
      <header>
        <h2>Every delivery, from the first failure</h2>
        <span className="small text-3">
          {axis.compressed ? 'axis is compressed (square root)' : 'linear axis'}; processing time comes on top
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
    </section>
  );
}

const DOT_RADIUS = 4;
/** More dots than this on one strip lie on each other: drawn smaller. */
const CROWDED = 80;

function StripRow({ strip, axis }: { readonly strip: Strip; readonly axis: Axis }) {
  const { schedule } = strip;
  const end = axis.x(schedule.totalMs);
  const crowded = schedule.deliveries.length > CROWDED;
  return (
    <div
      className={classNames(styles.strip, strip.proposed && styles.proposed)}
      role="img"
      aria-label={`${strip.name}: ${describeSchedule(schedule)}`}
    >
      <p className={styles.name}>
        {strip.name}: {plural(schedule.retries, 'retry', 'retries')},{' '}
        {plural(schedule.retries + 1, 'delivery', 'deliveries')}
      </p>
      <div className={styles.track}>
        <svg className={styles.line} aria-hidden="true">
          <line x1={`${axis.x(0)}%`} x2={`${end}%`} y1="50%" y2="50%" />
          {schedule.deliveries.map(({ attempt, afterMs }) => (
            <circle key={attempt} cx={`${axis.x(afterMs)}%`} cy="50%" r={crowded ? 2 : DOT_RADIUS} />
          ))}
        </svg>
        <span className={styles.death} style={{ '--end': `${end}%` } as CSSProperties}>
          <Icon of={SquareX} size={13} />{' '}
          {schedule.retries === 0 ? 'dead at once' : formatDuration(schedule.totalMs, 3)}
        </span>
      </div>
    </div>
  );
}
