import { checkAll } from '../check-all';
import { mustBe, requireWhole } from '../check-number';
import { told } from '../language/t';
import { LIMITS } from '../limits';
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
      checkAll([
        () => requireWhole('retryPolicy.intervalsMs.length', policy.intervalsMs.length, 1, LIMITS.customIntervals),
        ...policy.intervalsMs.map((value, index) => () => interval(`retryPolicy.intervalsMs[${index}]`, value)),
      ]);
      return;
    case 'exponential':
      checkAll([
        () => interval('retryPolicy.initialMs', policy.initialMs),
        () => interval('retryPolicy.maxMs', policy.maxMs),
        () => checkMultiplier(policy.multiplier),
        () => {
          if (policy.maxMs < policy.initialMs)
            throw mustBe(
              'retryPolicy.maxMs',
              told('at least {least}', { least: `initialMs (${policy.initialMs})` }),
              policy.maxMs,
            );
        },
      ]);
  }
}

function checkMultiplier(multiplier: number): void {
  if (Number.isFinite(multiplier) && multiplier >= 1 && multiplier <= LIMITS.maxMultiplier) return;
  throw mustBe('retryPolicy.multiplier', told('{min} to {max}', { min: 1, max: LIMITS.maxMultiplier }), multiplier);
}
