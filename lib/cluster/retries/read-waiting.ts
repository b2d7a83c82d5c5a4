import { type Told, told } from '../../model/language/t';
import { notOffered, type ToldReading } from '../../model/reading';
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
      const unread = { ...NOTHING, leftWhy: told('the configuration of {broker} is unknown', { broker }) };
      if (known === undefined) return { broker, waits: unread, held: unread, due, hasStore: false, merges: false };
      const waits = await readScheduled(ask, { broker, group: name, facts: known, info });
      const hasStore = known.popStore === 'kv';
      const nowMs = brokerTimeMs(info) ?? cluster.options.now().getTime();
      const held = hasStore
        ? { ...NOTHING, leftWhy: told('{broker} keeps what clients hold in a store that cannot be read', { broker }) }
        : await readHeld(ask, { broker, group: name, nowMs, windowMs: longestMs(group) });
      return { broker, waits, due, held, hasStore, merges: known.mergesPopRecords };
    }),
  );
  const count = (kind: 'waits' | 'due' | 'held'): ToldReading<number> =>
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
function untoldOf({ settings }: ClusterGroup, { parts }: Answers<OfBroker>): Told | null {
  if (settings.isOrdered) return told('brokers keep what ordered 5.x clients hold in memory only');
  return parts.every(({ value }) => value.hasStore)
    ? told('brokers with the key-value store do not list what clients hold')
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
): readonly Told[] {
  const stores = parts.filter(({ value }) => value.hasStore).map(({ broker }) => broker);
  return [
    ...(settings.isOrdered
      ? [told('Ordered 5.x clients retry in place. Neither they nor the brokers report when.')]
      : []),
    ...(stores.length > 0
      ? [
          told('{brokers} keep what 5.x clients hold or wait for in a store that cannot be read.', {
            brokers: stores,
          }),
        ]
      : []),
    ...(facts.some(({ mergesPopRecords, popStore }) => mergesPopRecords && popStore === 'records')
      ? [told('Brokers that merge their records do not record deliveries that end within seconds.')]
      : []),
    ...(stores.length < parts.length
      ? [
          told(
            `Brokers do not report which messages of 5.x clients failed. Each is delivered again at this time, unless it
            is acknowledged.`,
          ),
        ]
      : []),
  ];
}
