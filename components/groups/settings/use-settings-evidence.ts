'use client';

import { useLiveQuery } from '@/components/live/use-live-query';
import { useWorkspace } from '@/components/live/use-workspace';
import type { SettingsEvidence } from '@/lib/console/operations/groups/views';
import type { AttemptBucket } from '@/lib/model/delivery/attempt-bucket';
import type { GroupWork } from '@/lib/model/group/group-at-rest';
import { known, type Reading, unknown } from '@/lib/model/reading';
import { t } from '@/lib/model/language/t';

interface Evidence {
  /** Null: brokers of a cluster are asked by hand. */
  readonly buckets: Reading<readonly AttemptBucket[]> | null;
  /** Null: not known yet, or of a cluster, whose brokers take every change at any time. The server refuses anyway. */
  readonly work: GroupWork | null;
  readonly facts: SettingsEvidence['facts'];
}

/** What the settings of a group are judged by. All that waits is counted for it: the page does not wait for it. */
export function useSettingsEvidence(group: string): Evidence {
  const isCluster = useWorkspace() !== null;
  const { data, asOf, error } = useLiveQuery(
    'settingsEvidence',
    { group },
    { live: { kinds: ['group', 'message'], group } },
  );
  if (data === undefined || asOf === null) {
    const none = unknown<never>(error === null ? t('being counted') : error.message);
    return { buckets: isCluster ? null : none, work: null, facts: none };
  }
  const { buckets, work, facts } = data;
  return { buckets: buckets === null ? null : known(buckets, asOf), work, facts };
}
