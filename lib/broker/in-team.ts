import type { Store } from '../store/client';
import type { BrokerContext } from './context';
import { GroupDirectory } from './process/directories/groups';
import { TopicDirectory } from './process/directories/topics';

/** By the connections: what a process keeps of what it read is kept for each. */
const brokers = new WeakMap<Store, BrokerContext>();
const wholes = new WeakMap<Store, { readonly whole: Store; readonly prefixes: readonly string[] }>();

/** The broker on connections that see what teams with these prefixes see, and nothing else. */
export function brokerInTeam(whole: BrokerContext, prefixes: readonly string[]): BrokerContext {
  const store = whole.store.inTeam(prefixes);
  const known = brokers.get(store);
  if (known !== undefined) return known;
  const topics = new TopicDirectory(store.console, () => Promise.resolve(false));
  const made = { ...whole, store, topics, groups: new GroupDirectory(store.console) };
  brokers.set(store, made);
  wholes.set(store, { whole: whole.store, prefixes });
  return made;
}

/** Connections that see everything, for what must be known to be left out. */
export const wholeOf = (store: Store): Store => wholes.get(store)?.whole ?? store;

/** Of the teams that the connections are for; null: they see everything. */
export const prefixesOf = (store: Store): readonly string[] | null => wholes.get(store)?.prefixes ?? null;

/** @param ctx of a team: only what the team sees is there */
export async function isThere(ctx: BrokerContext, kind: 'group' | 'topic', name: string): Promise<boolean> {
  const { consumerGroup, topic } = ctx.store.prisma;
  return (await (kind === 'group' ? consumerGroup.count({ where: { name } }) : topic.count({ where: { name } }))) > 0;
}
