import { middle } from '../middle';
import type { Sample } from './sample';

export type Measure = Exclude<keyof Sample, 'atSeconds'>;

interface Bound {
  readonly name: string;
  readonly unit: string;
  /** How much more it may be at the end, as a share, or by so much. */
  readonly share: number;
  readonly more: number;
}

export const MEASURES: Readonly<Record<Measure, Bound>> = {
  nodeMb: { name: 'memory of the broker nodes', unit: 'MB', share: 0.1, more: 16 },
  databaseMb: { name: 'memory of PostgreSQL', unit: 'MB', share: 0.1, more: 16 },
  openFiles: { name: 'open files of the broker nodes', unit: '', share: 0, more: 10 },
  connections: { name: 'connections to the database', unit: '', share: 0, more: 2 },
  tablesMb: { name: 'tables and indexes', unit: 'MB', share: 0.1, more: 16 },
  deadRows: { name: 'dead rows', unit: '', share: 0.5, more: 50_000 },
};

export interface Flatness {
  readonly measure: Measure;
  /** Medians of the quarter after the warm-up, and of the last one. */
  readonly before: number;
  readonly after: number;
  readonly perHour: number;
  readonly isFlat: boolean;
}

/** What of the time is the way to the level on which it stays: the first half. */
const WARM_UP = 0.5;

export function flatnessOf(samples: readonly Sample[]): Flatness[] {
  const measured = samples.slice(Math.floor(samples.length * WARM_UP));
  const half = Math.floor(measured.length / 2);
  const hours = ((measured.at(-1)?.atSeconds ?? 0) - (measured[0]?.atSeconds ?? 0)) / 2 / 3600;
  return (Object.keys(MEASURES) as Measure[]).map((measure) => {
    const { share, more } = MEASURES[measure];
    const of = (some: readonly Sample[]): number => middle(some.map((sample) => sample[measure]));
    const [before, after] = [of(measured.slice(0, half)), of(measured.slice(half))];
    const isFlat = measured.length >= 4 && after - before <= Math.max(before * share, more);
    return { measure, before, after, perHour: hours > 0 ? Math.round((after - before) / hours) : 0, isFlat };
  });
}
