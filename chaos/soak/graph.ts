import { type Flatness, type Measure, MEASURES } from './flat';
import type { Sample } from './sample';

const [WIDTH, HEIGHT, LEFT, TOP, GAP] = [760, 96, 12, 26, 30];

/** One panel for each measure, from 0 up: what is flat looks flat. */
export function toSvg(samples: readonly Sample[], flatness: readonly Flatness[]): string {
  const panels = flatness.map((each, place) => panelOf(samples, each, TOP + place * (HEIGHT + GAP)));
  const height = TOP + flatness.length * (HEIGHT + GAP);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH + 2 * LEFT} ${height}" font-family="sans-serif"`,
    ' font-size="12" role="img" aria-label="Memory, connections and tables over the run">',
    `<rect width="100%" height="100%" fill="#fff"/>`,
    ...panels,
    '</svg>',
    '',
  ].join('\n');
}

function panelOf(samples: readonly Sample[], { measure, before, after }: Flatness, top: number): string {
  const { name, unit } = MEASURES[measure];
  const most = Math.max(1, ...samples.map((sample) => sample[measure]));
  const lastAt = Math.max(1, samples.at(-1)?.atSeconds ?? 1);
  const minutes = Math.round(lastAt / 60);
  const points = samples.map((sample) => pointOf(sample, measure, { most, lastAt, top })).join(' ');
  const title = `${name}: ${text(before, unit)} → ${text(after, unit)}, at most ${text(most, unit)}`;
  return [
    `<text x="${LEFT}" y="${top - 6}" fill="#333">${title}</text>`,
    `<line x1="${LEFT}" y1="${top + HEIGHT}" x2="${LEFT + WIDTH}" y2="${top + HEIGHT}" stroke="#ccc"/>`,
    `<polyline points="${points}" fill="none" stroke="#2563eb" stroke-width="1.5"/>`,
    `<text x="${LEFT + WIDTH}" y="${top + HEIGHT + 14}" fill="#777" text-anchor="end">${minutes} min</text>`,
  ].join('\n');
}

interface Scale {
  readonly most: number;
  readonly lastAt: number;
  readonly top: number;
}

function pointOf(sample: Sample, measure: Measure, { most, lastAt, top }: Scale): string {
  const x = LEFT + (sample.atSeconds / lastAt) * WIDTH;
  const y = top + HEIGHT - (sample[measure] / most) * HEIGHT;
  return `${x.toFixed(1)},${y.toFixed(1)}`;
}

function text(value: number, unit: string): string {
  return `${Math.round(value).toLocaleString('en-US')}${unit === '' ? '' : ` ${unit}`}`;
}
