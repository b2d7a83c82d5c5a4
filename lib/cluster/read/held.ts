import { type Told, told } from '../../model/language/t';
import { bound, estimated, type ToldReading, sumReadings, unknown } from '../../model/reading';
import type { GroupKind } from '../topology/capability';
import type { HeldCount } from './exposition';
import type { GroupLag, TopicLag } from './lag';
import { popRetryTopics } from './retry-topic';

/** What one broker reports that the clients of a group hold, or why it is not known. */
export type HeldAt = (broker: string) => ToldReading<readonly HeldCount[]>;

const COUNTED = told('as the brokers count it since they started');
const OF_NO_TOPIC = told('no broker reports it of this topic: no client of the group subscribes to it now');

/**
 * In flight, of 5.x clients, as brokers report it to Prometheus: their answers leave it out. A count of theirs begins
 * when they start, so it is "about". Of 4.x clients it is in the backlog, and stays there.
 */
export function withHeld(lag: GroupLag, kind: GroupKind, heldAt: HeldAt): GroupLag {
  if (kind !== 'pop' && kind !== 'pop-ordered') return lag;
  const asked = [...new Set(lag.topics.flatMap((topic) => untoldAt(topic)))];
  if (asked.length === 0) return lag;
  const topics = lag.topics.map((topic): TopicLag => {
    const isOf = seriesOf(lag, topic);
    return isOf === null ? topic : { ...topic, inFlight: heldOf(topic, heldAt, isOf, lag.asOf) };
  });
  // What is unknown for another reason stays unknown: an offset that makes no sense.
  const queues = lag.topics.flatMap((topic) => topic.queues).filter(({ broker }) => !asked.includes(broker));
  const parts = [
    ...queues.map(({ inFlight }) => inFlight),
    ...asked.map((broker) => sumAt(heldAt(broker), () => true)),
  ];
  const missing = lag.silent.map(({ broker }) => unknown<number, Told>(told('{broker} did not respond', { broker })));
  return { ...lag, topics, inFlight: sumKnown([...parts, ...missing], lag.asOf) };
}

/** Brokers whose own answer leaves it out. */
function untoldAt({ queues }: TopicLag): readonly string[] {
  const untold = queues.filter(({ inFlight }) => inFlight.kind === 'unknown' && inFlight.notOffered === true);
  return [...new Set(untold.map(({ broker }) => broker))];
}

/** Which series a row is of; null: of none, such as the topic where 4.x clients send back. */
function seriesOf({ group, topics }: GroupLag, { topic, role }: TopicLag): ((one: HeldCount) => boolean) | null {
  if (role === 'topic') return (one) => !one.isRetry && one.topic === topic;
  const origin = topics.find((each) => each.role === 'topic' && popRetryTopics(group, each.topic).includes(topic));
  return origin === undefined ? null : (one) => one.isRetry && one.topic === origin.topic;
}

function heldOf(row: TopicLag, heldAt: HeldAt, isOf: (one: HeldCount) => boolean, asOf: string): ToldReading<number> {
  const untold = untoldAt(row);
  const given = row.queues.filter(({ broker }) => !untold.includes(broker)).map(({ inFlight }) => inFlight);
  return sumKnown([...given, ...untold.map((broker) => sumAt(heldAt(broker), isOf))], asOf);
}

function sumAt(held: ToldReading<readonly HeldCount[]>, isOf: (one: HeldCount) => boolean): ToldReading<number> {
  if (held.kind === 'unknown') return held;
  const own = held.value.filter(isOf);
  if (own.length === 0) return unknown(OF_NO_TOPIC);
  const about = estimated(
    own.reduce((sum, { count }) => sum + count, 0),
    held.asOf,
  );
  return { ...about, reason: COUNTED };
}

/** What one broker does not tell makes the sum of the others the least that it is. */
function sumKnown(parts: readonly ToldReading<number>[], asOf: string): ToldReading<number> {
  const given = parts.filter(({ kind }) => kind !== 'unknown');
  const missing = parts.find((part) => part.kind === 'unknown');
  if (missing === undefined || given.length === 0) return missing ?? sumReadings(given, asOf);
  const sum = sumReadings(given, asOf);
  return sum.kind === 'value' && sum.atMost !== true
    ? bound('atLeast', sum.value, sum.asOf, missing.reason)
    : unknown(missing.reason);
}
