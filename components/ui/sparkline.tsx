import { describeTrend, sparkShape } from './sparkline.model';

const WIDTH = 56;
const HEIGHT = 16;
const DOT = 1.5;

/** The last hour in the width of a word, as an area that ends in a dot; where nothing is known nothing is drawn. */
export function Sparkline({ values }: { readonly values: readonly (number | null)[] }) {
  const { area, base, end } = sparkShape(values, WIDTH - 2 * DOT, HEIGHT - 2 * DOT);
  const words = describeTrend(values);
  if (end === null) return <span className="visually-hidden">{words}</span>;
  return (
    <svg width={WIDTH} height={HEIGHT} viewBox={`${-DOT} ${-DOT} ${WIDTH} ${HEIGHT}`} role="img" aria-label={words}>
      <title>{words}</title>
      <path d={base} stroke="var(--line-strong)" />
      <path d={area} fill="var(--accent)" fillOpacity="0.3" />
      <circle cx={end.x} cy={end.y} r={DOT} fill="var(--accent)" />
    </svg>
  );
}
