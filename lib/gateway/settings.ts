import type { ConsumerGroup } from '../model/group/group';
import { LIMITS } from '../model/limits';
import { backoffOf, type ProducerRetry } from '../model/delivery/producer-retry';
import { type RetryPolicy, STEPPED_INTERVALS_MS } from '../model/delivery/retry-policy';
import { compareVersions, LAST_FLAWED_GO, LAST_FLAWED_NODE, LAST_FLAWED_PYTHON } from '../model/delivery/sdk-version';
import { toDuration } from './codec/time';
import { LANGUAGE } from './proto/codes';
import type { RetryPolicy as WirePolicy, Settings, UserAgent } from './proto/wire';

export interface ServerChoices {
  readonly longPollMs: number;
}

/**
 * Node clients up to 1.0.8 read whole seconds of an exponential policy and use them as milliseconds, and ignore a
 * customized one.
 */
export function isFlawedNode(userAgent: UserAgent | undefined): boolean {
  return isUpTo(userAgent, LANGUAGE.NODE_JS, LAST_FLAWED_NODE);
}

/** Python clients up to 5.1.2 read whole seconds of an interval, and do not count the tries of an ordered message. */
export function isFlawedPython(userAgent: UserAgent | undefined): boolean {
  return isUpTo(userAgent, LANGUAGE.PYTHON, LAST_FLAWED_PYTHON);
}

/** Go clients wait for settings for ever: only the end of the stream shows them a refusal. */
export function ignoresStatus(userAgent: UserAgent | undefined): boolean {
  return userAgent?.language === LANGUAGE.GOLANG;
}

function isUpTo(userAgent: UserAgent | undefined, language: number, lastFlawed: string): boolean {
  return userAgent?.language === language && compareVersions(userAgent.version ?? '', lastFlawed) <= 0;
}

/** The client's own settings with the fields the server owns. */
export function producerSettings(client: Settings, retry: ProducerRetry): Settings {
  const unitMs = isFlawedNode(client.userAgent) ? 1000 : 1;
  const { initialMs, maxMs, multiplier } = backoffOf(retry);
  return {
    ...client,
    backoffPolicy: {
      maxAttempts: retry.maxAttempts,
      exponentialBackoff: { initial: toDuration(initialMs * unitMs), max: toDuration(maxMs * unitMs), multiplier },
    },
    publishing: { ...client.publishing, maxBodySize: LIMITS.bodyBytes, validateMessageType: true },
    metric: { on: false },
  };
}

export function consumerSettings(client: Settings, group: ConsumerGroup, choices: ServerChoices): Settings {
  return {
    ...client,
    backoffPolicy: policyFor(client.userAgent, group),
    subscription: {
      ...client.subscription,
      fifo: group.deliveryOrder === 'ordered',
      receiveBatchSize: receiveBatchFor(client.userAgent, group),
      longPollingTimeout: toDuration(choices.longPollMs),
      // The broker refuses what is over the quota of the group. A client that reads a quota below what it subscribes
      // repeats its set no longer, and loses all of it.
      liteSubscriptionQuota: LIMITS.liteSubscriptions,
      maxLiteTopicSize: LIMITS.liteTopicBytes,
    },
    metric: { on: false },
  };
}

/**
 * Go clients up to 5.1.4 go on with the next message of a batch while a failed one waits for its retry. Given one at a
 * time, they get the next of a message group when the one before it is finished.
 */
function receiveBatchFor(userAgent: UserAgent | undefined, { deliveryOrder }: ConsumerGroup): number {
  const breaksOrder = deliveryOrder === 'ordered' && isUpTo(userAgent, LANGUAGE.GOLANG, LAST_FLAWED_GO);
  return breaksOrder ? 1 : LIMITS.receiveBatch;
}

function policyFor(userAgent: UserAgent | undefined, group: ConsumerGroup): WirePolicy {
  if (isFlawedNode(userAgent)) return flawedNodePolicy(group);
  const { retryPolicy } = group;
  // Rounded up: a message that comes early is worse than one that is late, and half a second would be none at all.
  if (isFlawedPython(userAgent) && retryPolicy.type === 'fixed') {
    const intervalMs = Math.ceil(retryPolicy.intervalMs / 1000) * 1000;
    return groupPolicy({ ...group, retryPolicy: { type: 'fixed', intervalMs } });
  }
  return groupPolicy(group);
}

/** Whether a client is sent the retry policy as it is set, and not one that its SDK can follow instead. */
export function followsPolicy(userAgent: UserAgent | undefined, group: ConsumerGroup): boolean {
  return JSON.stringify(policyFor(userAgent, group)) === JSON.stringify(groupPolicy(group));
}

/** In a broadcast group nothing is retried, not even locally by ordered clients. */
function maxAttemptsOf({ messageModel, maxRetries }: ConsumerGroup): number {
  return messageModel === 'broadcasting' ? 1 : maxRetries + 1;
}

function groupPolicy(group: ConsumerGroup): WirePolicy {
  return { maxAttempts: maxAttemptsOf(group), ...strategy(group.retryPolicy) };
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
function flawedNodePolicy(group: ConsumerGroup): WirePolicy {
  const { initialMs, maxMs, multiplier } = curveOf(group.retryPolicy);
  return {
    maxAttempts: maxAttemptsOf(group),
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
