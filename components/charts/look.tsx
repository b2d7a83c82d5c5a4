import { formatAxis } from '@/components/ui/number.model';

/** What charts have in common, as recharts takes it. */
export const axis = { tick: { fontSize: 11, fill: 'var(--text-3)' }, stroke: 'var(--line-strong)' } as const;

/** With room for every label that it can have: "9999.9", "21.5k". */
export const valueAxis = { ...axis, tickFormatter: formatAxis, width: 48 } as const;

/** Beside the last label of an axis of time, which is centred on its mark. */
export const TIME_END_PX = 18;

export const tooltip = {
  isAnimationActive: false,
  cursor: { fill: 'var(--hover)' },
  contentStyle: {
    background: 'var(--surface)',
    border: '1px solid var(--line-strong)',
    borderRadius: 6,
    fontSize: 12,
  },
} as const;

/** Above a chart with marks. */
export const MARKS_PX = 20;

/** The line of a change, with its letter above the chart. */
export function markLine(letter: string) {
  return {
    stroke: 'var(--text-3)',
    strokeDasharray: '2 3',
    label: { value: letter, position: 'top', fontSize: 11, fontWeight: 600, fill: 'var(--text-2)' },
  } as const;
}

/** Hatch means unknown and nothing else: for the defs of a chart. */
export function HatchPattern({ id }: { readonly id: string }) {
  return (
    <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="2" height="5" fill="var(--hatch)" />
    </pattern>
  );
}
