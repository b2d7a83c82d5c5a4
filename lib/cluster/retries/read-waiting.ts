import { notOffered, type Reading } from '../../model/reading';
import { type RetryPolicy, STEPPED_INTERVALS_MS } from '../../model/delivery/retry-policy';
import { runtimeInfo } from '../admin/runtime-info';
import type { Cluster } from '../cluster';
import type { ClusterGroup } from '../read/group';
import { readGroup } from '../read/read-groups';
import { readLag } from '../read/read-lag';
import { type Answers, mapAnswers, missingWords, requireSome, sumFound } from '../topology/answers';
import type { BrokerFacts } from '../topology/facts';
import { brokerTimeMs, readFacts } from '../topology/read-facts';
import { attemptsOf, type MayBeOver } from './attempts';
import { readDue } from './read-due';
import { readHeld } from './read-held';
import { readScheduled } from './read-scheduled';
import type { Found, WaitingRetries } from './waiting';

const MOST_ITEMS = 200;
/** Proxies renew a lease by an hour at most. */
const LONGEST_LEASE_MS = 3_600_000;
const NOTHING: Found = { items: [], count: 0, unopened: 0, leftWhy: null };

interface OfBroker extends MayBeOver {
  readonly waits: Found;
  /** Who holds what cannot be read there. */
  readonly hasStore: boolean;
}

/**
 * What of a group waits for its next delivery, at every broker, and until when. Costs thousands of reads: for one group
 * and an operator who asks, never for a list. @throws BrokerError group-not-found, unavailable
 */
export async function readWaitingRetries(cluster: Cluster, name: string): Promise<WaitingRetries> {
  const [group, lag, facts] = await Promise.all([
    readGroup(cluster, name),
    readLag(cluster, name),
    readFacts(cluster).then(requireSome),
  ]);
  const own = new Map(facts.parts.map(({ broker, value }) => [broker, value]));
  const answers = requireSome(
    await cluster.gather(async (broker, ask): Promise<OfBroker> => {
      const known = own.get(broker);
      const [due, info] = await Promise.all([readDue(ask, broker, lag), ask(runtimeInfo, undefined)]);
      const unread = { ...NOTHING, leftWhy: `the configuration of ${broker} is not known` };
      if (known === undefined) return { broker, waits: unread, held: unread, due, hasStore: false, merges: false };
      const waits = await readScheduled(ask, { broker, group: name, facts: known, info });
      const hasStore = known.popStore === 'kv';
      const nowMs = brokerTimeMs(info) ?? cluster.options.now().getTime();
      const held = hasStore
        ? { ...NOTHING, leftWhy: `what clients hold on ${broker} is in a store` }
        : await readHeld(ask, { broker, group: name, nowMs, windowMs: longestMs(group) });
      return { broker, waits, due, held, hasStore, merges: known.mergesPopRecords };
    }),
  );
  const count = (kind: 'waits' | 'due' | 'held'): Reading<number> =>
    sumFound(mapAnswers(answers, (value) => value[kind]));
  const missing = missingWords(answers);
  const untold = untoldOf(group, answers);
  const items = answers.parts.flatMap(({ value: { waits, due, held } }) =>
    [waits, due, held].flatMap((one) => one.items),
  );
  return {
    asOf: answers.asOf,
    items: items.toSorted((a, b) => (a.dueAt < b.dueAt ? -1 : 1)).slice(0, MOST_ITEMS),
    ...{ waits: count('waits'), due: count('due'), silent: answers.silent },
    held: untold === null ? count('held') : notOffered(untold),
    attempts: attemptsOf(
      answers.parts.map(({ value }) => value),
      { asOf: answers.asOf, untold, missing },
    ),
    notTold: sentencesOf(group, answers, [...own.values()]),
  };
}

/** Why no broker lists what 5.x clients hold; null: some do. */
function untoldOf({ settings }: ClusterGroup, { parts }: Answers<OfBroker>): string | null {
  if (settings.isOrdered) return 'brokers keep in their memory what ordered 5.x clients hold';
  return parts.every(({ value }) => value.hasStore)
    ? 'brokers with the key-value store do not list what clients hold'
    : null;
}

/** A hand-out lasts as long as a wait of the policy, or as a lease that is renewed. */
function longestMs({ settings: { retryPolicy } }: ClusterGroup): number {
  return LONGEST_LEASE_MS + Math.max(LONGEST_LEASE_MS, ...waitsOf(retryPolicy));
}

function waitsOf(policy: RetryPolicy | null): readonly number[] {
  switch (policy?.type) {
    case 'customized':
      return policy.intervalsMs;
    case 'fixed':
      return [policy.intervalMs];
    case 'exponential':
      return [policy.maxMs];
    default:
      return STEPPED_INTERVALS_MS;
  }
}

function sentencesOf(
  { settings }: ClusterGroup,
  { parts }: Answers<OfBroker>,
  facts: readonly BrokerFacts[],
): readonly string[] {
  const stores = parts.filter(({ value }) => value.hasStore).map(({ broker }) => broker);
  return [
    ...(settings.isOrdered
      ? ['Ordered 5.x clients fail and try again in place: neither they nor the brokers say when.']
      : []),
    ...(stores.length > 0
      ? [`What 5.x clients hold or wait for on ${stores.join(', ')} is in a store that no console can read.`]
      : []),
    ...(facts.some(({ mergesPopRecords, popStore }) => mergesPopRecords && popStore === 'records')
      ? ['Brokers that merge their records do not write down what ends within seconds.']
      : []),
    ...(stores.length < parts.length
      ? ['Of what 5.x clients hold, brokers do not say what failed: it comes again then, unless it is acknowledged.']
      : []),
  ];
}
