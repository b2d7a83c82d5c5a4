import 'server-only';
import { z } from 'zod';
import {
  findCopies,
  findTraces,
  type MessageCopies,
  type MessageCopy,
  type SilentBroker,
  type Traced,
  requireTopic,
} from '../../cluster';
import type { ClusterEngine } from '../../engine';
import { letterCopies } from '../../store/queries/cluster/letter-copies';
import type { ClusterReadContext } from '../http/engine';
import { defineRead } from '../http/define-read';

export interface CopiesView {
  /** Null: brokers find a message in one topic only, and which one it is is not known. */
  readonly topic: string | null;
  /** In the order of their times. */
  readonly copies: readonly MessageCopy[];
  readonly groups: readonly string[];
  /** Groups of the topic that were not searched. */
  readonly left: number;
  /** Here a broker gave as many as it ever does. */
  readonly full: MessageCopies['full'];
  readonly answered: number;
  readonly silent: readonly SilentBroker[];
  /** What 4.x clients traced of it. Null: it was not searched for, because it is known by a key alone. */
  readonly traces: TracesView | null;
}

export interface TracesView {
  /** Where the brokers keep traces; empty: none of them does. */
  readonly topics: readonly string[];
  /** In the order of their times. */
  readonly items: readonly Traced[];
}

/** Clocks of brokers may be ahead of ours. */
const AHEAD_MS = 86_400_000;

export const topicSchema = z.string().min(1).max(200);

export const copiesInput = z.strictObject({
  id: z.string().min(1).max(255),
  topic: topicSchema.optional(),
  by: z.enum(['uniqueId', 'key']).default('uniqueId'),
});

/** Where a message lies now, at every broker: as it was sent, its retries and its deaths. Read when it is asked for. */
export const messageCopiesRead = defineRead({
  permission: 'message:read',
  subject: 'system',
  input: copiesInput,
  runInCluster: readCopies,
});

const NOWHERE = { groups: [], left: 0, full: [], answered: 0, silent: [] };

export async function readCopies(
  { store, engine }: Pick<ClusterReadContext, 'store' | 'engine'>,
  { id, topic: given, by }: z.output<typeof copiesInput>,
): Promise<CopiesView> {
  if (given !== undefined) await requireTopic(engine.cluster, given);
  const letters = given === undefined ? await letterCopies(store.console, engine.clusterId, id) : [];
  const topic = given ?? letters[0]?.topic ?? null;
  if (topic === null) return { topic, copies: [], ...NOWHERE, traces: null };
  const [{ answers, groups, left, full }, traces] = await Promise.all([
    findCopies(engine.cluster, { topic, key: id, by }),
    by === 'uniqueId' ? readTraces(engine, id) : null,
  ]);
  const copies = answers.parts.flatMap(({ value }) => value);
  return {
    ...{ topic, groups, left, full, traces, answered: answers.parts.length, silent: answers.silent },
    copies: copies.toSorted((a, b) => (a.storedAt < b.storedAt ? -1 : 1)),
  };
}

async function readTraces({ cluster }: ClusterEngine, id: string): Promise<TracesView> {
  const toMs = cluster.options.now().getTime() + AHEAD_MS;
  const { answers, traced } = await findTraces(cluster, { messageId: id, fromMs: 0, toMs });
  return {
    topics: [...new Set(answers.parts.flatMap(({ value }) => value ?? []))],
    items: traced.filter(({ messageId }) => messageId === id),
  };
}
