import { isBrokerError } from '../../model/errors';
import { pull } from '../admin/pull';
import { searchOffset } from '../admin/search-offset';
import { topicStats } from '../admin/topic-stats';
import type { Ask, Cluster } from '../cluster';
import { requireSome, type SilentBroker } from '../topology/answers';
import type { StoredMessage } from '../wire/message';

export interface BrowseInput {
  readonly topic: string;
  /** Left out: every broker. */
  readonly broker?: string | undefined;
  /** Left out: every queue. */
  readonly queueNo?: number | undefined;
  /** Of those queues: begin there, and go back. */
  readonly offset?: number | undefined;
  /** Stored then or later. */
  readonly fromMs?: number | undefined;
  /** Stored before. */
  readonly toMs?: number | undefined;
  /** Go on behind this one. */
  readonly after?: BrowsedPlace | undefined;
  readonly most: number;
  /** Left out: all of them. */
  readonly matches?: ((message: StoredMessage) => boolean) | undefined;
}

/** Orders messages: newest first, then by broker and queue, then the later offset. */
export interface BrowsedPlace {
  readonly storedMs: number;
  readonly broker: string;
  readonly queueNo: number;
  readonly offset: number;
}

export interface Browsed {
  readonly asOf: string;
  readonly messages: readonly { readonly broker: string; readonly message: StoredMessage }[];
  /** The last one that was checked, when there are more; null: all of them were. */
  readonly next: BrowsedPlace | null;
  readonly checked: number;
  /** Messages of the range that were not checked. */
  readonly left: number;
  /** Queues of brokers that answered and are in the range asked for. */
  readonly queues: number;
  readonly answered: readonly string[];
  readonly silent: readonly SilentBroker[];
}

/** Checked in one request, with a condition. */
const MOST_CHECKED = 2_000;
const A_PULL = 32;
const A_PULL_WITHOUT_CONDITION = 16;

/** A queue that is read backwards, as far as it was read. */
interface Tail {
  readonly broker: string;
  readonly queueNo: number;
  readonly min: number;
  /** Read down to here. */
  end: number;
  /** Nothing that is left was stored later. */
  latestMs: number;
  /** Read, and not checked: oldest first. */
  readonly buffer: StoredMessage[];
}

/**
 * The log of a topic at all brokers, newest first. A queue is pulled only when its newest message can be the next one,
 * so that a page costs about as many calls as it has messages by the 16, whatever the number of queues.
 * @throws BrokerError unavailable when no broker answered
 */
export async function browse(cluster: Cluster, input: BrowseInput): Promise<Browsed> {
  const found = requireSome(
    await cluster.gather(async (broker, ask) => (isAsked(input.broker, broker) ? tailsOf(input, broker, ask) : [])),
  );
  const silent = found.silent.filter(({ broker }) => isAsked(input.broker, broker));
  const tails = found.parts.flatMap(({ value }) => value);
  const seen: Browsed['messages'][number][] = [];
  const most = input.matches === undefined ? input.most : MOST_CHECKED;
  let last: BrowsedPlace | null = null;
  let checked = 0;
  while (seen.length < input.most && checked < most) {
    const tail = newest(tails);
    if (tail === undefined) break;
    const message = tail.buffer.pop();
    if (message === undefined) {
      const problem = await refill(cluster, tail, input);
      if (problem === null) continue;
      silent.push(problem);
      for (const of of tails) if (of.broker === tail.broker) Object.assign(of, { end: of.min, buffer: [] });
      continue;
    }
    tail.latestMs = message.storeTimestamp;
    last = placeOf(tail.broker, message);
    checked += 1;
    if (input.matches?.(message) !== false) seen.push({ broker: tail.broker, message });
  }
  const left = tails.reduce((sum, { min, end, buffer }) => sum + Math.max(0, end - min) + buffer.length, 0);
  return {
    ...{ asOf: found.asOf, messages: seen, checked, left, queues: tails.length, silent },
    next: left === 0 ? null : last,
    answered: found.parts.map(({ broker }) => broker).filter((broker) => !silent.some((of) => of.broker === broker)),
  };
}

function isAsked(wanted: string | undefined, broker: string): boolean {
  return wanted === undefined || wanted === broker;
}

/** The parts of the queues of one broker that are asked for. */
async function tailsOf(input: BrowseInput, broker: string, ask: Ask): Promise<readonly Tail[]> {
  const { topic, offset, fromMs, after } = input;
  const queues = ((await ask(topicStats, { topic })) ?? []).filter(
    ({ queueNo }) => input.queueNo === undefined || input.queueNo === queueNo,
  );
  const beforeMs = Math.min(input.toMs ?? Infinity, after === undefined ? Infinity : after.storedMs + 1);
  return Promise.all(
    queues.map(async ({ queueNo, minOffset, maxOffset, lastTimestamp }): Promise<Tail> => {
      const search = async (atMs: number) => ask(searchOffset, { topic, queueNo, atMs });
      const [from, end] = await Promise.all([
        fromMs === undefined ? minOffset : search(fromMs),
        lastTimestamp < beforeMs ? maxOffset : search(beforeMs),
      ]);
      const min = Math.max(minOffset, from);
      const ends = [maxOffset, end, ...(offset === undefined ? [] : [offset + 1])];
      return {
        ...{ broker, queueNo, min, end: Math.max(min, Math.min(...ends)) },
        latestMs: Math.min(lastTimestamp === 0 ? Infinity : lastTimestamp, beforeMs),
        buffer: [],
      };
    }),
  );
}

/** The queue with the newest message that was not checked, or that may have it. */
function newest(tails: readonly Tail[]): Tail | undefined {
  let first: Tail | undefined;
  for (const tail of tails) {
    if (tail.buffer.length === 0 && tail.end <= tail.min) continue;
    if (first === undefined || precedes(tail, first)) first = tail;
  }
  return first;
}

function precedes(one: Tail, other: Tail): boolean {
  const [oneMs, otherMs] = [one, other].map(({ buffer, latestMs }) => buffer.at(-1)?.storeTimestamp ?? latestMs);
  if (oneMs !== otherMs) return (oneMs ?? 0) > (otherMs ?? 0);
  // Of the same time: first what has to be read, to learn whether it has one.
  if (one.buffer.length === 0 || other.buffer.length === 0) return one.buffer.length < other.buffer.length;
  return compareQueues(one, other) < 0;
}

type OfQueue = Pick<BrowsedPlace, 'broker' | 'queueNo'>;

function compareQueues(one: OfQueue, other: OfQueue): number {
  if (one.broker !== other.broker) return one.broker < other.broker ? -1 : 1;
  return one.queueNo - other.queueNo;
}

/** The next part of a queue, before what was read of it. @returns the broker that did not answer; null: it did */
async function refill(cluster: Cluster, tail: Tail, input: BrowseInput): Promise<SilentBroker | null> {
  const { broker, queueNo, end, min } = tail;
  const hasCondition = input.matches !== undefined;
  const from = Math.max(min, end - (hasCondition ? A_PULL : A_PULL_WITHOUT_CONDITION));
  try {
    for (let offset = from; offset < end;) {
      const asked = { topic: input.topic, queueNo, offset, most: end - offset };
      const pulled = await cluster.ask(broker, pull, asked, hasCondition ? 'bulk' : 'page');
      if (pulled === null) break;
      tail.buffer.push(...pulled.messages.filter((message) => message.queueOffset < end && isWithin(message)));
      if (pulled.next <= offset) break;
      offset = pulled.next;
    }
  } catch (error) {
    if (!isBrokerError(error) || error.code !== 'unavailable') throw error;
    return { broker, reason: error.reason };
  }
  tail.end = from;
  return null;

  /** Brokers find a time to about a millisecond, and pages end within one. */
  function isWithin(message: StoredMessage): boolean {
    const { storeTimestamp: atMs } = message;
    const { fromMs = -Infinity, toMs = Infinity, after } = input;
    return atMs >= fromMs && atMs < toMs && (after === undefined || isBehind(placeOf(broker, message), after));
  }
}

function isBehind(place: BrowsedPlace, after: BrowsedPlace): boolean {
  if (place.storedMs !== after.storedMs) return place.storedMs < after.storedMs;
  const order = compareQueues(place, after);
  return order === 0 ? place.offset < after.offset : order > 0;
}

function placeOf(broker: string, message: StoredMessage): BrowsedPlace {
  const { storeTimestamp, queueId, queueOffset } = message;
  return { storedMs: storeTimestamp, broker, queueNo: queueId, offset: queueOffset };
}
