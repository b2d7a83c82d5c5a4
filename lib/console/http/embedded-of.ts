import 'server-only';
import { type Permission, scopeOf } from '../../auth/permission';
import { embeddedEngine, type Engine } from '../../engine';
import { isCovered } from '../../model/access/team';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import { getRuntime } from '../../runtime/singleton';
import type { ConsoleContext } from './context';
import type { Effect } from './define-route';

/** Changes of groups, topics and messages, and of how clients reach them. */
const OF_BROKER: ReadonlySet<Permission> = new Set<Permission>([
  ...(['group:write', 'topic:write', 'limit:write', 'access-key:manage', 'demo:run'] as const),
  ...(['message:send', 'message:recall', 'transaction:resolve', 'retry:change'] as const),
  ...(['dead-letter:redrive', 'dead-letter:discard', 'redrive:control', 'failure:report'] as const),
]);

/** The engine of this installation, as far as this permission shows it. @throws BrokerError unsupported */
export function embeddedOf({ broker, principal }: ConsoleContext, permission: Permission, effect: Effect): Engine {
  const { config, listClients } = getRuntime();
  if (!config.servesClients && effect !== 'read' && OF_BROKER.has(permission))
    throw new BrokerError(
      'unsupported',
      told('This installation serves no clients (REDRIVE_EMBEDDED_BROKER is false). Name an attached cluster.'),
      { field: 'workspace', limit: 'the name of an attached cluster' },
    );
  const scope = scopeOf(principal, permission);
  const covers = (group: string): boolean => isCovered(scope, group);
  return embeddedEngine({ broker, listClients, covers, retentionMs: config.retentionMs });
}
