import type { ConsumerGroup } from '../model/group';
import { LIMITS } from '../model/limits';
import { type RetryPolicy, STEPPED_INTERVALS_MS } from '../model/retry-policy';
import { PRODUCER_BACKOFF } from '../model/throttle/producer-backoff';
import { compareVersions } from './client-version';
import { toDuration } from './codec/time';
import { LANGUAGE } from './proto/codes';
import type { RetryPolicy as WirePolicy, Settings, UserAgent } from './proto/wire';

const LAST_FLAWED_NODE = '1.0.8';
/** SDKs start at exponent 1, so the initial value is one step lower than the first wait. Source: Java ProducerImpl. */
const PRODUCER_INITIAL_MS = PRODUCER_BACKOFF.firstMs / PRODUCER_BACKOFF.multiplier;

export interface ServerChoices {
  readonly longPollMs: number;
}

/**
 * Node clients up to 1.0.8 read whole seconds of an exponential policy and use them as milliseconds, and ignore a
 * customized one.
 */
export function isFlawedNode(userAgent: UserAgent | undefined): boolean {
  return userAgent?.language === LANGUAGE.NODE_JS && compareVersions(userAgent.version ?? '', LAST_FLAWED_NODE) <= 0;
}

/** The client's own settings with the fields the server owns. */
export function producerSettings(client: Settings): Settings {
  const unitMs = isFlawedNode(client.userAgent) ? 1000 : 1;
  return {
    ...client,
    backoffPolicy: {
      maxAttempts: PRODUCER_BACKOFF.attempts,
      exponentialBackoff: {
        initial: toDuration(PRODUCER_INITIAL_MS * unitMs),
        max: toDuration(PRODUCER_BACKOFF.maxMs * unitMs),
        multiplier: PRODUCER_BACKOFF.multiplier,
      },
    },
    publishing: { ...client.publishing, maxBodySize: LIMITS.bodyBytes, validateMessageType: true },
    metric: { on: false },
  };
}

export function consumerSettings(client: Settings, group: ConsumerGroup, choices: ServerChoices): Settings {
  return {
    ...client,
    backoffPolicy: isFlawedNode(client.userAgent) ? flawedNodePolicy(group) : groupPolicy(group),
    subscription: {
      ...client.subscription,
      fifo: group.deliveryOrder === 'ordered',
      receiveBatchSize: LIMITS.receiveBatch,
      longPollingTimeout: toDuration(choices.longPollMs),
    },
    metric: { on: false },
  };
}

function groupPolicy({ maxRetries, retryPolicy }: ConsumerGroup): WirePolicy {
  return { maxAttempts: maxRetries + 1, ...strategy(retryPolicy) };
}

function strategy(policy: RetryPolicy): WirePolicy {
  switch (policy.type) {
    case 'exponential':
      return {
        exponentialBackoff: {
          initial: toDuration(policy.initialMs),
          max: toDuration(policy.maxMs),
          multiplier: policy.multiplier,
        },
      };
    case 'stepped':
      return { customizedBackoff: { next: STEPPED_INTERVALS_MS.map(toDuration) } };
    case 'customized':
      return { customizedBackoff: { next: policy.intervalsMs.map(toDuration) } };
    case 'fixed':
      return { customizedBackoff: { next: [toDuration(policy.intervalMs)] } };
  }
}

/**
 * Seconds stand for milliseconds. Of an unordered group the numbers do not matter (the server applies the policy);
 * an ordered client retries by itself with them, and can only follow a curve: of a list it gets the first interval.
 */
function flawedNodePolicy({ maxRetries, retryPolicy }: ConsumerGroup): WirePolicy {
  const { initialMs, maxMs, multiplier } = curveOf(retryPolicy);
  return {
    maxAttempts: maxRetries + 1,
    exponentialBackoff: { initial: toDuration(initialMs * 1000), max: toDuration(maxMs * 1000), multiplier },
  };
}

function curveOf(policy: RetryPolicy): { initialMs: number; maxMs: number; multiplier: number } {
  switch (policy.type) {
    case 'exponential':
      return policy;
    case 'fixed':
      return { initialMs: policy.intervalMs, maxMs: policy.intervalMs, multiplier: 1 };
    case 'stepped':
    case 'customized': {
      const [first = 0] = policy.type === 'stepped' ? STEPPED_INTERVALS_MS : policy.intervalsMs;
      return { initialMs: first, maxMs: first, multiplier: 1 };
    }
  }
}
