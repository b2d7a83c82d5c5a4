'use client';

import { forecastNotes } from '@/components/clusters/waiting.model';
import type { ReadError } from '@/components/live/fetch-read';
import { useReadByHand } from '@/components/live/use-asked-read';
import type { GroupInBrokers } from '@/lib/console/operations/groups/views';
import type { AttemptBucket } from '@/lib/model/delivery/attempt-bucket';
import type { RetryLimits } from '@/lib/model/delivery/forecast';
import { effectOf, type PolicyEffect } from '@/lib/model/delivery/policy-effect';
import { mapReading, type Reading } from '@/lib/model/reading';
import type { EngineKind } from '@/lib/model/workspace';

interface GroupEffectInput {
  readonly group: string;
  readonly before: RetryLimits;
  readonly after: RetryLimits;
  /** False: one of the two is a broadcast group, which retries nothing. */
  readonly isRetried?: boolean;
  /** Failed messages now. Null: brokers of a cluster are asked by hand. */
  readonly buckets: Reading<readonly AttemptBucket[]> | null;
  /** Brokers of a cluster may have different settings now. */
  readonly inBrokers: Pick<GroupInBrokers, 'settings'> | null;
}

export interface GroupEffect {
  readonly engine: EngineKind;
  /** Null: the brokers were not asked, or one of the two settings retries nothing. */
  readonly effect: Reading<PolicyEffect> | null;
  /** What else there is to know about the numbers. */
  readonly notes: readonly string[];
  /** Null: nothing to ask. */
  readonly look: (() => void) | null;
  readonly isRunning: boolean;
  readonly error: ReadError | null;
}

/** What settings mean for the failed messages of a group, before they are saved. */
export function useGroupEffect(input: GroupEffectInput): GroupEffect {
  const { group, before, after, isRetried = true, buckets, inBrokers } = input;
  const waiting = useReadByHand('waitingRetries');
  const engine = buckets === null ? 'cluster' : 'embedded';
  const found = buckets ?? waiting.found?.attempts ?? null;
  const readAt = waiting.found?.asOf ?? (buckets?.kind === 'value' ? buckets.asOf : '');
  const parts = (all: readonly AttemptBucket[]) =>
    inBrokers === null
      ? [{ before, buckets: all }]
      : inBrokers.settings.flatMap(({ broker, settings }) =>
          settings === null
            ? []
            : [
                {
                  before: {
                    maxRetries: settings.maxRetries,
                    retryPolicy: settings.retryPolicy ?? before.retryPolicy,
                  },
                  buckets: all.filter((bucket) => bucket.broker === broker),
                },
              ],
        );
  return {
    engine,
    effect:
      found === null || !isRetried ? null : mapReading(found, (all) => effectOf(parts(all), after, readAt, engine)),
    notes: waiting.found === null ? [] : forecastNotes(waiting.found),
    look: buckets === null ? () => waiting.ask({ group }) : null,
    isRunning: waiting.isRunning,
    error: waiting.error,
  };
}
