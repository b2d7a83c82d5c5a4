import type { FoundScheduled, SilentBroker, TimerState } from '../../cluster';

export interface TimersOfCluster {
  readonly asOf: string;
  readonly brokers: readonly (TimerState & { readonly broker: string })[];
  readonly silent: readonly SilentBroker[];
}

export interface ScheduledFound {
  readonly asOf: string;
  readonly items: readonly FoundScheduled[];
  readonly silent: readonly SilentBroker[];
}
