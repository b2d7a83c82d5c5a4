import { BrokerError } from '../../model/errors';
import { MESSAGE_MODELS } from '../../model/group';
import { LIMITS } from '../../model/limits';
import type { RetryPolicy } from '../../model/retry-policy';
import type { GroupSettings } from '../../store/queries/group/group-write';

/** @throws BrokerError bad-request naming field, limit and value */
export function validateGroupSettings(settings: GroupSettings): void {
  if (settings.maxRetries < 0) {
    throw new BrokerError(
      'bad-request',
      `maxRetries must not be negative: a negative number would dead-letter every message undelivered; it is ${settings.maxRetries}.`,
      {
        field: 'maxRetries',
        limit: `0 to ${LIMITS.maxRetries}`,
        value: settings.maxRetries,
      },
    );
  }
  requireWhole('maxRetries', settings.maxRetries, 0, LIMITS.maxRetries);
  requireWhole(
    'consumptionTimeoutMs',
    settings.consumptionTimeoutMs,
    LIMITS.consumptionTimeoutMinMs,
    LIMITS.consumptionTimeoutMaxMs,
  );
  if (settings.deliveryOrder !== 'concurrent' && settings.deliveryOrder !== 'ordered') {
    throw new BrokerError('bad-request', 'deliveryOrder must be concurrent or ordered.', {
      field: 'deliveryOrder',
      limit: 'concurrent, ordered',
      value: String(settings.deliveryOrder),
    });
  }
  if (!MESSAGE_MODELS.includes(settings.messageModel)) {
    throw new BrokerError('bad-request', `messageModel must be ${MESSAGE_MODELS.join(' or ')}.`, {
      field: 'messageModel',
      limit: MESSAGE_MODELS.join(', '),
      value: settings.messageModel,
    });
  }
  validatePolicy(settings.retryPolicy);
  if (settings.deliveryOrder === 'ordered' && settings.retryPolicy.type !== 'fixed') {
    throw new BrokerError(
      'bad-request',
      `an ordered group retries at a fixed interval; retryPolicy.type is ${settings.retryPolicy.type}.`,
      {
        field: 'retryPolicy.type',
        limit: 'fixed',
        value: settings.retryPolicy.type,
      },
    );
  }
}

function validatePolicy(policy: RetryPolicy): void {
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
        refuse('retryPolicy.multiplier', `1 to ${LIMITS.maxMultiplier}`, policy.multiplier);
      }
      if (policy.maxMs < policy.initialMs)
        refuse('retryPolicy.maxMs', `at least initialMs (${policy.initialMs})`, policy.maxMs);
  }
}

function requireWhole(field: string, value: number, min: number, max: number): void {
  if (!Number.isInteger(value) || value < min || value > max) refuse(field, `${min} to ${max}`, value);
}

function refuse(field: string, limit: string, value: number): never {
  throw new BrokerError('bad-request', `${field} must be ${limit}; it is ${value}.`, { field, limit, value });
}
