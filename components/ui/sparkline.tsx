import { describeTrend, sparkPath } from './sparkline.model';

const WIDTH = 56;
const HEIGHT = 14;

/** The last hour in the width of a word; where nothing is known there is no line. */
export function Sparkline({ values }: { readonly values: readonly (number | null)[] }) {
  const path = sparkPath(values, WIDTH - 2, HEIGHT - 2);
  const words = describeTrend(values);
  if (path === '') return <span className="visually-hidden">{words}</span>;
  return (
    <svg width={WIDTH} height={HEIGHT} viewBox={`-1 -1 ${WIDTH} ${HEIGHT}`} role="img" aria-label={words}>
      <title>{words}</title>
      <path d={path} fill="none" stroke="var(--accent)" strokeWidth="1.5" strokeLinejoin="round" />
    </svg>
  );
}
