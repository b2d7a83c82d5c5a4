import { describeDeadLettered } from './causes.model';
import { t } from '@/lib/model/language/t';

const HEIGHT = 18;
const BAR = 4;

/** Deaths of the last two hours as bars: no axis, never the only place that says it. */
export function DeadLetteredBars({ counts }: { readonly counts: readonly number[] }) {
  const most = Math.max(1, ...counts);
  const words = describeDeadLettered(counts);
  if (counts.every((count) => count === 0)) return <span className="text-3">{t('none')}</span>;
  return (
    <svg width={counts.length * BAR} height={HEIGHT} role="img" aria-label={words}>
      <title>{words}</title>
      <line x1={0} x2={counts.length * BAR} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} stroke="var(--line-strong)" />
      {counts.map((count, index) =>
        count === 0 ? null : (
          <rect
            // oxlint-disable-next-line react/no-array-index-key -- its place is what a step is
            key={index}
            x={index * BAR}
            width={BAR - 1}
            y={HEIGHT - 1 - Math.max(2, (count / most) * (HEIGHT - 2))}
            height={Math.max(2, (count / most) * (HEIGHT - 2))}
            fill="var(--dlq-solid)"
          />
        ),
      )}
    </svg>
  );
}
