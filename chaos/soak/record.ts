import type { Flatness } from './flat';
import type { Sample } from './sample';

export interface SoakRecord {
  readonly at: string;
  readonly minutes: number;
  readonly acknowledged: number;
  readonly deliveries: number;
  readonly redriven: number;
  readonly lostOrStuck: number;
  readonly violations: number;
  readonly flatness: readonly Flatness[];
  readonly examples: readonly unknown[];
  readonly samples: readonly Sample[];
}
