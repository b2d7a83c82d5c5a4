import { formatDuration } from '@/components/ui/duration.model';
import type { GroupSettings } from './draft.model';
import { describePolicy, modelWords, orderWords } from '@/components/groups/policy.model';

export interface SettingChange {
  readonly field: keyof GroupSettings;
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

/** What differs between two versions, in words. */
export function changesBetween(before: GroupSettings, after: GroupSettings): SettingChange[] {
  const rows: readonly SettingChange[] = [
    {
      field: 'messageModel',
      label: 'Each message goes to',
      before: modelWords[before.messageModel],
      after: modelWords[after.messageModel],
    },
    { field: 'maxRetries', label: 'Max retries', before: String(before.maxRetries), after: String(after.maxRetries) },
    {
      field: 'deliveryOrder',
      label: 'Ordering',
      before: orderWords[before.deliveryOrder],
      after: orderWords[after.deliveryOrder],
    },
    {
      field: 'retryPolicy',
      label: 'Back-off',
      before: describePolicy(before.retryPolicy),
      after: describePolicy(after.retryPolicy),
    },
    {
      field: 'consumptionTimeoutMs',
      label: 'Consumption timeout',
      before: formatDuration(before.consumptionTimeoutMs),
      after: formatDuration(after.consumptionTimeoutMs),
    },
  ];
  return rows.filter(({ field }) => JSON.stringify(sorted(before[field])) !== JSON.stringify(sorted(after[field])));
}

/** The mine of a three-way merge: what `edited` changed since `base`, on top of `current`. */
export function rebase(base: GroupSettings, edited: GroupSettings, current: GroupSettings): GroupSettings {
  const mine = new Set(changesBetween(base, edited).map(({ field }) => field));
  const rebased = {
    messageModel: mine.has('messageModel') ? edited.messageModel : current.messageModel,
    deliveryOrder: mine.has('deliveryOrder') ? edited.deliveryOrder : current.deliveryOrder,
    maxRetries: mine.has('maxRetries') ? edited.maxRetries : current.maxRetries,
    retryPolicy: mine.has('retryPolicy') ? edited.retryPolicy : current.retryPolicy,
    consumptionTimeoutMs: mine.has('consumptionTimeoutMs') ? edited.consumptionTimeoutMs : current.consumptionTimeoutMs,
  };
  return rebased;
}

/** Policies are compared by content; the store may order their keys differently. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
}
