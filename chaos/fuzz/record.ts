import type { FuzzFigures } from '../../lib/testing/fuzz/fuzz';

export interface FuzzRecord {
  readonly at: string;
  readonly seed: number;
  readonly targets: readonly FuzzFigures[];
}
