'use client';

import { useId } from 'react';
import { topOf } from '@/components/charts/axis.model';
import { HatchPattern } from '@/components/charts/look';
import { useWidth } from '@/components/charts/use-width';
import { formatAxis, formatCount } from '@/components/ui/number.model';
import { apart, crossingOf, type marksOf, type Point, runsOf, type Series, unknownOf } from './alarm-chart.model';
import styles from './alarm-page.module.css';
import { sentences } from '@/lib/model/language/list';
import { t } from '@/lib/model/language/t';

const H = 190;
const BARS_H = 44;
const LEFT = 52;
const TOP = 24;
/** Of the letter of a change. */
const DOT_PX = 17;

interface AlarmDrawingProps {
  readonly data: Series;
  readonly firedMs: number;
  readonly marks: ReturnType<typeof marksOf>;
  readonly clock: (atMs: number, seconds?: boolean) => string;
  readonly lineText: string;
}

/** Drawn in pixels of the screen: its text can be read on a small one. */
export function AlarmDrawing({ data, firedMs, marks, clock, lineText }: AlarmDrawingProps) {
  const [box, W] = useWidth(760);
  const hatch = useId();
  const { fromMs, untilMs, points, line, bars } = data;
  const most = points.reduce((top, { value }) => Math.max(top, value ?? 0), line ?? 0);
  const top = topOf(most * 1.1);
  // A sample may be of a moment after the end, by another clock.
  const x = (atMs: number): number =>
    LEFT + ((Math.min(atMs, untilMs) - fromMs) / Math.max(1, untilMs - fromMs)) * (W - LEFT - 8);
  const y = (value: number): number => TOP + (1 - value / top) * (H - TOP);
  const crossing = crossingOf(points, line);
  const atFire = crossing ?? { atMs: firedMs, value: nearest(points, firedMs) };
  const mostBar = Math.max(1, ...bars);
  const height = H + (bars.length > 0 ? BARS_H + 22 : 0) + 20;
  const barW = (W - LEFT - 8) / Math.max(1, bars.length);
  const barsTop = H + 18;
  const gaps = unknownOf(points, fromMs, untilMs);
  const inTime = marks.filter(({ atMs }) => atMs >= fromMs && atMs <= untilMs);
  const dots = apart(
    inTime.map(({ atMs }) => x(atMs)),
    DOT_PX,
    W - DOT_PX / 2,
  );
  const ticks = W < 480 ? [0, 0.5, 1] : [0, 0.25, 0.5, 0.75, 1];
  const last = points.findLast(({ value }) => value !== null);
  const at = clock(atFire.atMs, true);
  const label = crossing === null ? t('fired {time}', { time: at }) : t('crossed {time}', { time: at });
  const words = sentences(
    t('From {from} to {to}: at most {most}, {last} at the end. {label}.', {
      ...{ from: clock(fromMs), to: clock(untilMs), most: formatAxis(most), label },
      last: last?.value == null ? t('unknown') : formatAxis(last.value),
    }),
    gaps.length === 0 ? '' : t('Hatched: unknown.'),
  );
  return (
    <div ref={box}>
      <svg
        width={W}
        height={height}
        viewBox={`0 0 ${W} ${height}`}
        className={styles.chart}
        role="img"
        aria-label={words}
      >
        <title>{words}</title>
        <defs>
          <HatchPattern id={hatch} />
        </defs>
        {gaps.map(({ fromMs: start, toMs }) => (
          <rect
            key={start}
            x={x(start)}
            width={x(toMs) - x(start)}
            y={TOP}
            height={H - TOP}
            fill={`url(#${hatch})`}
            data-gap=""
          />
        ))}
        {[0, 0.5, 1].map((part) => (
          <g key={part}>
            <line x1={LEFT} x2={W - 8} y1={y(top * part)} y2={y(top * part)} className={styles.grid} />
            <text x={LEFT - 8} y={y(top * part) + 4} className={styles.axis} textAnchor="end">
              {formatAxis(top * part)}
            </text>
          </g>
        ))}
        {runsOf(points).map((run) => (
          <path
            key={run[0]?.atMs}
            className={styles.area}
            d={`M${x(run[0]?.atMs ?? 0)},${y(0)} ${run.map(({ atMs, value }) => `L${x(atMs)},${y(value)}`).join(' ')} L${x(run.at(-1)?.atMs ?? 0)},${y(0)} Z`}
          />
        ))}
        {runsOf(points).map((run) => (
          <polyline
            key={run[0]?.atMs}
            className={styles.value}
            points={run.map(({ atMs, value }) => `${x(atMs)},${y(value)}`).join(' ')}
          />
        ))}
        {line === null ? null : (
          <g>
            <line x1={LEFT} x2={W - 8} y1={y(line)} y2={y(line)} className={styles.line} />
            <text x={LEFT + 6} y={y(line) - 6} className={styles.lineText}>
              {lineText}
            </text>
          </g>
        )}
        {inTime.map(({ letter, atMs }, index) => (
          <g key={letter}>
            <line x1={x(atMs)} x2={x(atMs)} y1={TOP - 6} y2={H} className={styles.change} />
            <circle cx={dots[index]} cy={TOP - 12} r={8} className={styles.changeDot} />
            <text x={dots[index]} y={TOP - 8} className={styles.changeText} textAnchor="middle">
              {letter}
            </text>
          </g>
        ))}
        {last === undefined || last.value === null || last === atFire ? null : (
          <text
            x={x(last.atMs) - 4}
            y={Math.max(TOP + 10, y(last.value) - 6)}
            textAnchor="end"
            className={styles.crossingText}
          >
            {formatCount(last.value)}
          </text>
        )}
        {atFire.value === null ? null : (
          <g>
            <circle cx={x(atFire.atMs)} cy={y(atFire.value)} r={4} className={styles.crossing} />
            <text
              x={x(atFire.atMs) + (x(atFire.atMs) > W * 0.75 ? -10 : 10)}
              y={Math.max(TOP + 10, y(atFire.value) - 22)}
              textAnchor={x(atFire.atMs) > W * 0.75 ? 'end' : 'start'}
              className={styles.crossingText}
            >
              {label}
            </text>
          </g>
        )}
        {bars.length === 0 ? null : (
          <g>
            <text x={LEFT} y={H + 14} className={styles.axis}>
              {t('New dead letters, at most {most} in one bar', { most: formatAxis(mostBar) })}
            </text>
            {bars.map((count, index) =>
              count === 0 ? null : (
                <rect
                  // oxlint-disable-next-line react/no-array-index-key -- its place is what a bar is
                  key={index}
                  x={LEFT + index * barW}
                  width={Math.max(1, barW - 1)}
                  y={barsTop + BARS_H - Math.max(2, (count / mostBar) * BARS_H)}
                  height={Math.max(2, (count / mostBar) * BARS_H)}
                  className={styles.deaths}
                />
              ),
            )}
            <line x1={LEFT} x2={W - 8} y1={barsTop + BARS_H} y2={barsTop + BARS_H} className={styles.grid} />
          </g>
        )}
        {ticks.map((part) => (
          <text
            key={part}
            x={x(fromMs + (untilMs - fromMs) * part)}
            y={height - 4}
            className={styles.axis}
            textAnchor={part === 0 ? 'start' : part === 1 ? 'end' : 'middle'}
          >
            {clock(fromMs + (untilMs - fromMs) * part)}
          </text>
        ))}
      </svg>
    </div>
  );
}

function nearest(points: readonly Point[], atMs: number): number | null {
  return points.findLast((point) => point.atMs <= atMs && point.value !== null)?.value ?? null;
}
