import { checkAll } from '../check-all';
import { requireWhole, tooManyCharacters } from '../check-number';
import { checkRetryPolicy } from '../delivery/check-retry-policy';
import { BrokerError } from '../errors';
import { told } from '../language/t';
import { LIMITS } from '../limits';
import {
  DESCRIPTION_CHARS,
  GROUP_FIELD_NAMES,
  type GroupField,
  type GroupSettings,
  LITE_MODELS,
  MESSAGE_MODELS,
} from './group-settings';

/** Of each field: throws BrokerError bad-request naming field, limit and value. */
const CHECKS: { readonly [Field in GroupField]: (value: GroupSettings[Field], settings: GroupSettings) => void } = {
  description: ({ length }) => {
    if (length <= DESCRIPTION_CHARS) return;
    throw tooManyCharacters('description', DESCRIPTION_CHARS, length);
  },
  messageModel: (model) => requireOneOf('messageModel', model, MESSAGE_MODELS),
  maxRetries: checkMaxRetries,
  deliveryOrder: (order) => requireOneOf('deliveryOrder', order, ['concurrent', 'ordered']),
  retryPolicy: (policy, { deliveryOrder }) => {
    checkRetryPolicy(policy);
    if (deliveryOrder === 'concurrent' || policy.type === 'fixed') return;
    throw new BrokerError(
      'bad-request',
      told('An ordered group retries at a fixed interval: retryPolicy.type must be fixed (got {type}).', {
        type: policy.type,
      }),
      { field: 'retryPolicy.type', limit: 'fixed', value: policy.type },
    );
  },
  consumptionTimeoutMs: (ms) =>
    requireWhole('consumptionTimeoutMs', ms, LIMITS.consumptionTimeoutMinMs, LIMITS.consumptionTimeoutMaxMs),
  liteModel: (model) => requireOneOf('liteModel', model, LITE_MODELS),
  liteQuota: (count) => requireWhole('liteQuota', count, 1, LIMITS.liteSubscriptions),
};

/** @throws BrokerError bad-request naming field, limit and value, and listing every field that is wrong */
export function checkGroupSettings(settings: GroupSettings): void {
  const check = <Field extends GroupField>(field: Field, value: GroupSettings[Field]): void =>
    CHECKS[field](value, settings);
  checkAll(GROUP_FIELD_NAMES.map((field) => () => check(field, settings[field])));
}

/** @throws BrokerError bad-request */
export function checkMaxRetries(count: number): void {
  if (count < 0)
    throw new BrokerError(
      'bad-request',
      told('maxRetries must not be negative: every message would become a dead letter undelivered (got {count}).', {
        count,
      }),
      { field: 'maxRetries', limit: `0 to ${LIMITS.maxRetries}`, value: count },
    );
  requireWhole('maxRetries', count, 0, LIMITS.maxRetries);
}

function requireOneOf(field: string, value: string, values: readonly string[]): void {
  if (values.includes(value)) return;
  throw new BrokerError('bad-request', told('{field} must be one of {choices}.', { choices: values, field }), {
    field,
    limit: values.join(', '),
    value,
  });
}
