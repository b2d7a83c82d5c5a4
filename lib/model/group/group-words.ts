import { sayDuration } from '../duration';
import { type DeliveryOrder, type RetryPolicy, STEPPED_INTERVALS_MS } from '../delivery/retry-policy';
import { enumerated } from '../language/list';
import { msg, t } from '../language/t';

export const orderWords: Readonly<Record<DeliveryOrder, string>> = {
  concurrent: msg('Unordered'),
  ordered: msg('Ordered'),
};

export const policyWords: Readonly<Record<RetryPolicy['type'], string>> = {
  stepped: msg('Stepped'),
  exponential: msg('Exponential'),
  customized: msg('Customized'),
  fixed: msg('Fixed'),
};

/** "steps 10 s … 2 h", "fixed 3 s", "5 s ×2 up to 2 h", "after 10 s, 1 m, 5 m". */
export function describePolicy(policy: RetryPolicy): string {
  switch (policy.type) {
    case 'stepped':
      return t('stepped, {first} to {last}', {
        first: sayDuration(STEPPED_INTERVALS_MS[0] ?? 0),
        last: sayDuration(STEPPED_INTERVALS_MS.at(-1) ?? 0),
      });
    case 'exponential':
      return t('{first} × {multiplier, number} up to {most}', {
        first: sayDuration(policy.initialMs),
        multiplier: policy.multiplier,
        most: sayDuration(policy.maxMs),
      });
    case 'customized':
      return policy.intervalsMs.length > 4
        ? t('{count, number} customized intervals, {first} to {last}', {
            count: policy.intervalsMs.length,
            first: sayDuration(policy.intervalsMs[0] ?? 0),
            last: sayDuration(policy.intervalsMs.at(-1) ?? 0),
          })
        : t('after {intervals}', { intervals: enumerated(policy.intervalsMs.map((ms) => sayDuration(ms))) });
    case 'fixed':
      return t('fixed, {interval}', { interval: sayDuration(policy.intervalMs) });
  }
}
