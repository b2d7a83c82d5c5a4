import { findCopies, findScheduled, findTraces, requireTopic } from '../../../cluster';
import { isBrokerError } from '../../../model/errors';
import { letterCopies } from '../../../store/queries/cluster/letter-copies';
import type { CopiesAsked, CopiesInBrokers } from '../../port/brokers';
import type { ClusterEngine } from '../clusters/directory';
import type { RocketmqContext } from '../context';

/** Clocks of brokers may be ahead of ours. */
const AHEAD_MS = 86_400_000;

const NOWHERE = { scheduled: [], groups: [], left: 0, full: [], answered: 0, silent: [] };

export async function readCopies(
  { broker: { store }, engine }: RocketmqContext,
  { id, topic: given, by }: CopiesAsked,
): Promise<CopiesInBrokers> {
  if (given !== undefined) await requireTopic(engine.cluster, given);
  const letters = given === undefined ? await letterCopies(store.console, engine.clusterId, id) : [];
  const topic = given ?? letters[0]?.topic ?? null;
  if (topic === null) return { topic, copies: [], ...NOWHERE, traces: null };
  const [{ answers, groups, left, full }, traces, scheduled] = await Promise.all([
    findCopies(engine.cluster, { topic, key: id, by }),
    by === 'uniqueId' ? readTraces(engine, id) : null,
    by === 'uniqueId' ? readScheduled(engine, topic, id) : [],
  ]);
  const copies = answers.parts.flatMap(({ value }) => value);
  return {
    ...{ topic, scheduled, groups, left, full, traces, answered: answers.parts.length, silent: answers.silent },
    copies: copies.toSorted((a, b) => (a.storedAt < b.storedAt ? -1 : 1)),
  };
}

/** The topic of a dead letter may be deleted. */
async function readScheduled({ cluster }: ClusterEngine, topic: string, messageId: string) {
  try {
    return (await findScheduled(cluster, { topic, messageId })).parts.flatMap(({ value }) => value);
  } catch (error) {
    if (isBrokerError(error) && error.code === 'topic-not-found') return [];
    throw error;
  }
}

async function readTraces({ cluster }: ClusterEngine, id: string): Promise<CopiesInBrokers['traces']> {
  const toMs = cluster.options.now().getTime() + AHEAD_MS;
  const { answers, traced } = await findTraces(cluster, { key: id, fromMs: 0, toMs });
  return {
    topics: [...new Set(answers.parts.flatMap(({ value }) => value ?? []))],
    items: traced.filter(({ messageId }) => messageId === id),
  };
}
