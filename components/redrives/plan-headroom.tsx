import { formatDuration } from '@/components/ui/duration.model';
import { Time } from '@/components/ui/time';
import type { RedrivePlanView } from '@/lib/console/reads/redrive-plan';
import { valueOrNull } from '@/lib/model/reading';
import styles from './plan.module.css';
import { releaseSteps, type StartDraft } from './start.model';

const WIDTH = 600;
const HEIGHT = 150;
const TOP = 16;

/** The rates of this plan on top of what comes by itself, beside the most that the group has done. */
export function PlanHeadroom({ plan, draft }: { readonly plan: RedrivePlanView; readonly draft: StartDraft }) {
  const steps = releaseSteps(plan.inSet, draft);
  const { live: liveReading, most: mostReading, roomDays, asOf } = plan.evidence;
  const live = valueOrNull(liveReading);
  const most = valueOrNull(mostReading)?.perSecond ?? null;
  return (
    <section className="panel">
      <header>
        <h2>Headroom</h2>
        <span className="small text-2">first deliveries of the group per second</span>
        <span className="panel-end small text-2">
          as of <Time at={asOf} style="clock" />
        </span>
      </header>
      <div className="panel-body">
        {steps === null ? (
          <p className="text-2">
            There is nothing to draw: the set is empty, or it has no rate and goes as fast as it can.
          </p>
        ) : (
          <Steps steps={steps} live={live ?? 0} most={most} />
        )}
        <p className="small text-2">
          Live:{' '}
          {live === null
            ? `unknown (${liveReading.kind === 'unknown' ? liveReading.reason : ''})`
            : `${round(live)} per s`}
          . Most in {roomDays} days:{' '}
          {most === null
            ? `unknown (${mostReading.kind === 'unknown' ? mostReading.reason : ''})`
            : `${round(most)} per s`}
          .
        </p>
      </div>
    </section>
  );
}

function Steps({
  steps,
  live,
  most,
}: {
  readonly steps: NonNullable<ReturnType<typeof releaseSteps>>;
  readonly live: number;
  readonly most: number | null;
}) {
  const endS = Math.max(1, steps.at(-1)?.untilS ?? 1);
  const peak = Math.max(...steps.map(({ perSecond }) => perSecond)) + live;
  const top = Math.max(peak, most ?? 0, 1) * 1.1;
  const x = (seconds: number) => (seconds / endS) * WIDTH;
  const y = (rate: number) => TOP + (HEIGHT - TOP) * (1 - rate / top);
  const words = steps
    .map(({ fromS, perSecond }) => `${round(perSecond)} per s from ${formatDuration(Math.round(fromS) * 1000, 2)}`)
    .join(', ');
  return (
    <figure className={styles.headroom}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Planned release: ${words}; beside ${round(live)} per s live`}
      >
        <rect x="0" y={y(live)} width={WIDTH} height={HEIGHT - y(live)} className={styles.live} />
        {steps.map(({ fromS, untilS, perSecond }) => (
          <rect
            key={fromS}
            x={x(fromS)}
            y={y(live + perSecond)}
            width={Math.max(1, x(untilS) - x(fromS))}
            height={y(live) - y(live + perSecond)}
            className={styles.planned}
          />
        ))}
        {most === null ? null : <line x1="0" x2={WIDTH} y1={y(most)} y2={y(most)} className={styles.most} />}
      </svg>
      <figcaption className={`small text-2 ${styles.ends}`}>
        <span>start</span>
        <span>
          {steps.map(({ perSecond }) => round(perSecond)).join(', ')} per s
          {most === null ? '' : `; line: most ${round(most)}`}
        </span>
        <span>{formatDuration(Math.ceil(endS) * 1000, 2)}</span>
      </figcaption>
    </figure>
  );
}

function round(rate: number): string {
  return rate < 10 ? String(Number(rate.toFixed(1))) : String(Math.round(rate));
}
