import { describeTide } from './causes.model';

const HEIGHT = 18;
const BAR = 4;

/** Deaths of the last two hours as bars: no axis, never the only place that says it. */
export function TideBars({ tide }: { readonly tide: readonly number[] }) {
  const most = Math.max(1, ...tide);
  const words = describeTide(tide);
  if (tide.every((count) => count === 0)) return <span className="text-3">none</span>;
  return (
    <svg width={tide.length * BAR} height={HEIGHT} role="img" aria-label={words}>
      <title>{words}</title>
      <line x1={0} x2={tide.length * BAR} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} stroke="var(--line-strong)" />
      {tide.map((count, index) =>
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
