import 'server-only';
import {
  can,
  canEverywhere,
  canInTeam,
  heldFor,
  heldForAll,
  type Permission,
  type Principal,
  scopeOf,
} from '../../auth/permission';
import { teamNotFound } from '../../auth/teams/known-team';
import { type BrokerContext, isThere } from '../../broker';
import { clusterNotFound } from '../../engine';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import { groupNotFound, topicNotFound } from '../../model/not-found';
import { isCovered, type Scope } from '../../model/access/team';
import type { ConsoleContext } from './context';
import { consoleContext, wholeContext } from './context';
import { masked } from './masked';
import { type Named, namesOf, type Naming } from './names-of';

/**
 * What an entry of a registry is about, for people and tokens whose rights are those of teams:
 *
 * - `own`: the caller's own account.
 * - `system`: the installation as a whole, or what its answer says of it. Teams give no right to it.
 * - `listed`: whatever the caller may see. It runs on connections that see nothing else.
 * - Names in the input: these groups and topics. A change of others is refused; a read runs like `listed`.
 * - A team itself: what the caller may do in it, whatever its prefixes name.
 */
export type SubjectOf<Input> = 'own' | 'system' | 'listed' | Naming<Input> | OfTeam<Input>;

export interface OfTeam<Input> {
  readonly team: (input: Input) => number;
}

export interface Guarded<Input> {
  readonly permission: Permission;
  readonly subject: SubjectOf<Input>;
}

/** Before the input is checked. The right of a team is none for the whole system. */
export function mayEnter(
  principal: Principal,
  { permission, subject }: { readonly permission: Permission; readonly subject: unknown },
): boolean {
  return subject === 'system' ? canEverywhere(principal, permission) : can(principal, permission);
}

/**
 * The one place where an entry of a registry meets the scope of its caller. @returns the context to run it with
 * @throws BrokerError as if there was nothing outside the scope; forbidden: it can be seen, and not changed
 */
export async function enterSubject<Input>(
  principal: Principal,
  guarded: Guarded<Input>,
  input: Input,
  workspace: string | undefined,
  isReading: boolean,
): Promise<ConsoleContext> {
  return masked(await enter(principal, guarded, input, workspace, isReading), principal);
}

async function enter<Input>(
  principal: Principal,
  { permission, subject }: Guarded<Input>,
  input: Input,
  workspace: string | undefined,
  isReading: boolean,
): Promise<ConsoleContext> {
  const scope = scopeOf(principal, permission);
  if (scope === null || subject === 'own') return wholeContext(principal);
  // teams are about this installation
  if (workspace !== undefined) throw clusterNotFound(workspace);
  if (typeof subject === 'object' && 'team' in subject) return enterTeam(principal, permission, subject.team(input));
  const scoped = consoleContext(principal, permission);
  if (subject === 'system')
    throw new BrokerError('forbidden', told('This needs {permission} for the whole installation.', { permission }));
  if (subject === 'listed') return { ...scoped, principal: heldForAll(principal, permission) };
  const seen = consoleContext(principal, 'group:read');
  const names = await namesOf(subject, input, isReading ? scoped : seen);
  if (isReading) return { ...scoped, principal: narrowed(principal, permission, names) };
  // a change about nothing in particular is about everything
  if (names.length === 0)
    throw new BrokerError(
      'forbidden',
      told('Name a group or a topic: your teams have {permission} for their own only.', { permission }),
      {
        limit: permission,
      },
    );
  for (const named of names) await requireCovered(named, scope, seen.broker, permission);
  await requireVisible(topicsIn(input), names, seen.broker);
  return wholeContext(principal);
}

/** @throws BrokerError not-found: the caller is not in it; forbidden */
function enterTeam(principal: Principal, permission: Permission, teamId: number): ConsoleContext {
  const may = canInTeam(principal, teamId, permission);
  if (may === null) throw teamNotFound(teamId);
  if (!may)
    throw new BrokerError(
      'forbidden',
      told('This needs {permission}, which you do not have in this team.', { permission }),
      {
        limit: permission,
      },
    );
  return wholeContext(principal);
}

function narrowed(principal: Principal, permission: Permission, names: readonly Named[]): Principal {
  if (names.length === 0) return heldForAll(principal, permission);
  return names.reduce((held, { name }) => heldFor(held, name), principal);
}

/** Topics that a filter names are of no right, but whether they are there must not be learned from it. */
function topicsIn(value: unknown, depth = 5): readonly string[] {
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  return Object.entries(value).flatMap(([key, part]: [string, unknown]) =>
    key === 'topic' && typeof part === 'string' ? [part] : topicsIn(part, depth - 1),
  );
}

async function requireVisible(topics: readonly string[], known: readonly Named[], seen: BrokerContext): Promise<void> {
  for (const name of new Set(topics)) {
    if (known.some((named) => named.name === name)) continue;
    if (!(await isThere(seen, 'topic', name))) throw topicNotFound(name);
  }
}

async function requireCovered(
  { kind, name, field = kind, isNew }: Named,
  scope: Scope,
  seen: BrokerContext,
  permission: Permission,
): Promise<void> {
  if (isCovered(scope, name)) return;
  if (isNew === true)
    throw new BrokerError(
      'forbidden',
      told('{field} must begin with a prefix of your teams (got {name}).', { field, name: name.slice(0, 130) }),
      {
        field,
        limit: (scope ?? []).join(', '),
        value: name,
      },
    );
  if (!(await isThere(seen, kind, name)))
    throw kind === 'group' ? groupNotFound(name, field) : topicNotFound(name, field);
  throw new BrokerError(
    'forbidden',
    told('This needs {permission}, which your teams do not have for {name}.', { permission, name }),
    {
      limit: permission,
      field,
      value: name,
    },
  );
}
