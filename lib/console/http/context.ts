import 'server-only';
import { type BrokerContext, brokerInTeam } from '../../broker';
import type { Actor } from '../../model/audit/actor';
import { getRuntime } from '../../runtime/singleton';
import { type Permission, type Principal, scopeOf } from '../../auth/permission';

/** What a console action or read gets: the broker for its verbs, and the account it runs for. */
export interface ConsoleContext {
  readonly broker: BrokerContext;
  readonly store: BrokerContext['store'];
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
  const broker = brokerInTeam(whole.broker, scope);
  return { ...whole, broker, store: broker.store };
}

/** Everything. For a change whose subject was checked, and for what is of the caller alone. */
export function wholeContext(principal: Principal): ConsoleContext {
  const { ctx, store } = getRuntime();
  return { broker: ctx, store, principal, actor: actorOf(principal) };
}

export function actorOf(principal: Principal): Actor {
  return { kind: principal.kind, name: principal.name, address: principal.address };
}
