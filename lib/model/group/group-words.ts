import { plural } from '../count';
import { formatDuration, formatDurationList } from '../duration';
import { type DeliveryOrder, type RetryPolicy, STEPPED_INTERVALS_MS } from '../delivery/retry-policy';

export const orderWords: Readonly<Record<DeliveryOrder, string>> = { concurrent: 'Unordered', ordered: 'Ordered' };

export const policyWords: Readonly<Record<RetryPolicy['type'], string>> = {
  stepped: 'Stepped',
  exponential: 'Exponential',
  customized: 'Own list',
  fixed: 'Fixed',
};

/** "steps 10 s … 2 h", "fixed 3 s", "5 s ×2 up to 2 h", "after 10s 1m 5m". */
export function describePolicy(policy: RetryPolicy): string {
  switch (policy.type) {
    case 'stepped':
      return (
        `steps ${formatDuration(STEPPED_INTERVALS_MS[0] ?? 0)}` +
        ` … ${formatDuration(STEPPED_INTERVALS_MS.at(-1) ?? 0)}`
      );
    case 'exponential':
      return `${formatDuration(policy.initialMs)} ×${policy.multiplier} up to ${formatDuration(policy.maxMs)}`;
    case 'customized':
      return policy.intervalsMs.length > 4
        ? `${plural(policy.intervalsMs.length, 'own step')} ${formatDuration(policy.intervalsMs[0] ?? 0)} ` +
            `… ${formatDuration(policy.intervalsMs.at(-1) ?? 0)}`
        : `after ${formatDurationList(policy.intervalsMs)}`;
    case 'fixed':
      return `fixed ${formatDuration(policy.intervalMs)}`;
  }
}
