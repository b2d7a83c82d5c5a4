import { refuseValue, requireWhole } from './check-number';
import { LIMITS } from './limits';
import type { RetryPolicy } from './retry-policy';

/** @throws BrokerError bad-request naming field, limit and value */
export function checkRetryPolicy(policy: RetryPolicy): void {
  const interval = (field: string, value: number): void =>
    requireWhole(field, value, LIMITS.retryIntervalMinMs, LIMITS.retryIntervalMaxMs);
  switch (policy.type) {
    case 'stepped':
      return;
    case 'fixed':
      interval('retryPolicy.intervalMs', policy.intervalMs);
      return;
    case 'customized':
      requireWhole('retryPolicy.intervalsMs.length', policy.intervalsMs.length, 1, LIMITS.customIntervals);
      policy.intervalsMs.forEach((value, index) => interval(`retryPolicy.intervalsMs[${index}]`, value));
      return;
    case 'exponential':
      interval('retryPolicy.initialMs', policy.initialMs);
      interval('retryPolicy.maxMs', policy.maxMs);
      if (!Number.isFinite(policy.multiplier) || policy.multiplier < 1 || policy.multiplier > LIMITS.maxMultiplier) {
        refuseValue('retryPolicy.multiplier', `1 to ${LIMITS.maxMultiplier}`, policy.multiplier);
      }
      if (policy.maxMs < policy.initialMs)
        refuseValue('retryPolicy.maxMs', `at least initialMs (${policy.initialMs})`, policy.maxMs);
  }
}
