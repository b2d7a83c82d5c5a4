import 'server-only';
import { type BrokerContext, GroupDirectory, TopicDirectory } from '../../broker';
import type { Actor } from '../../model/actor';
import type { Store } from '../../store/client';
import { getRuntime } from '../../runtime/singleton';
import { type Permission, type Principal, scopeOf } from '../../auth/permission';

/** What a console action or read gets: the broker for its verbs, and the account it runs for. */
export interface ConsoleContext {
  readonly broker: BrokerContext;
  readonly store: Store;
  readonly principal: Principal;
  /** For verbs and audit rows. */
  readonly actor: Actor;
}

/** What a read gets whose answer all accounts of the same rights share: of the account it knows no more than these. */
export interface ReadContext extends Pick<ConsoleContext, 'broker' | 'store'> {
  readonly principal: Pick<Principal, 'role' | 'grants'>;
}

/** What may be seen with this permission: of people with a right of teams, on connections that show nothing else. */
export function consoleContext(principal: Principal, permission: Permission): ConsoleContext {
  const whole = wholeContext(principal);
  const scope = scopeOf(principal, permission);
  if (scope === null) return whole;
  const store = whole.store.inTeam(scope);
  return { ...whole, store, broker: brokerIn(whole.broker, store) };
}

/** Everything. For a change whose subject was checked, and for what is of the caller alone. */
export function wholeContext(principal: Principal): ConsoleContext {
  const { ctx, store } = getRuntime();
  return { broker: ctx, store, principal, actor: actorOf(principal) };
}

/** By the connections: what a process keeps of what it read is kept for each. */
const brokers = new WeakMap<Store, BrokerContext>();

function brokerIn(whole: BrokerContext, store: Store): BrokerContext {
  const known = brokers.get(store);
  if (known !== undefined) return known;
  const topics = new TopicDirectory(store.console, () => Promise.resolve(false));
  const made = { ...whole, store, topics, groups: new GroupDirectory(store.console) };
  brokers.set(store, made);
  return made;
}

export function actorOf(principal: Principal): Actor {
  return { kind: principal.kind, name: principal.name, address: principal.address };
}
