import 'server-only';
import type { BrokerContext } from '../../broker';
import type { Actor } from '../../model/actor';
import type { Store } from '../../store/client';
import { getRuntime } from '../../runtime/singleton';
import type { Principal } from '../../auth/permission';

/** What a console action or read gets: the broker for its verbs, and the account it runs for. */
export interface ConsoleContext {
  readonly broker: BrokerContext;
  readonly store: Store;
  readonly principal: Principal;
  /** For verbs and audit rows. */
  readonly actor: Actor;
}

/** What a read gets whose answer all accounts of a role share: of the account it knows no more than the role. */
export interface ReadContext extends Pick<ConsoleContext, 'broker' | 'store'> {
  readonly principal: Pick<Principal, 'role'>;
}

export function consoleContext(principal: Principal): ConsoleContext {
  const { ctx, store } = getRuntime();
  return { broker: ctx, store, principal, actor: actorOf(principal) };
}

export function actorOf(principal: Principal): Actor {
  return { kind: principal.kind, name: principal.name, address: principal.address };
}
