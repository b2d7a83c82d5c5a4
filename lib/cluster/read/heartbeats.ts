import { pull } from '../admin/pull';
import { searchOffset } from '../admin/search-offset';
import { HEARTBEAT_TOPIC } from '../admin/system-names';
import type { Ask, Cluster } from '../cluster';
import { type Answers, mapAnswers } from '../topology/answers';
import { readClockSkews } from '../topology/read-facts';
import { HeartbeatLog, type LiveClient, SILENCE_MS } from './heartbeat-log';

const SHARED = 'heartbeats';
const EVERY_MS = 5_000;
/** Of one reading of one broker: more than 30,000 heartbeats are not from one minute. */
const MOST_PULLS = 1_000;
const A_PULL = 32;

export interface Heartbeats {
  readonly asOf: string;
  readonly clients: readonly LiveClient[];
  /** False: the broker has no such topic; no proxy in cluster mode has a client. */
  readonly has: Answers<boolean>;
  readonly unreadable: number;
}

interface Tail {
  readonly log: HeartbeatLog;
  /** Where to go on, by broker. */
  readonly next: Map<string, number>;
}

const tails = new WeakMap<Cluster, Tail>();

/** Every client of a proxy in cluster mode, of all groups: each heartbeat is a message at one of the brokers. */
export async function readHeartbeats(cluster: Cluster): Promise<Heartbeats> {
  return cluster.shared.read(SHARED, EVERY_MS, async () => {
    const tail = tails.get(cluster) ?? { log: new HeartbeatLog(), next: new Map<string, number>() };
    tails.set(cluster, tail);
    const skews = await readClockSkews(cluster);
    const nowMs = cluster.options.now().getTime();
    const answers = await cluster.gather((broker, ask) =>
      readOn(tail, broker, ask, { nowMs, skewMs: skews.get(broker) ?? 0 }),
    );
    return {
      asOf: answers.asOf,
      clients: tail.log.live(nowMs),
      has: mapAnswers(answers, (found) => found),
      unreadable: tail.log.unreadable,
    };
  });
}

export function forgetHeartbeats(cluster: Cluster): void {
  cluster.shared.forget(SHARED);
}

async function readOn(
  { log, next }: Tail,
  broker: string,
  ask: Ask,
  { nowMs, skewMs }: { readonly nowMs: number; readonly skewMs: number },
): Promise<boolean> {
  const place = { topic: HEARTBEAT_TOPIC, queueNo: 0 };
  let offset = next.get(broker) ?? (await ask(searchOffset, { ...place, atMs: nowMs + skewMs - SILENCE_MS }));
  for (let turn = 0; turn < MOST_PULLS; turn += 1) {
    const before = offset;
    const pulled = await ask(pull, { ...place, offset, most: A_PULL });
    if (pulled === null) return false;
    for (const message of pulled.messages) log.add(message, skewMs);
    offset = pulled.next;
    next.set(broker, offset);
    if (pulled.next >= pulled.max || pulled.next <= before) return true;
  }
  // Too far behind to be of use: begin again at what is recent.
  next.delete(broker);
  return true;
}
