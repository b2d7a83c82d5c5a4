import { type Reason, type Told, told } from '../../model/language/t';
import { createHash } from 'node:crypto';

import {
  type AccessChange,
  type AccessHeld,
  type AccessStep,
  heldAfter,
  type Narrowed,
  narrowedBy,
  stepsBetween,
  textOfHeld,
} from '../../model/cluster/access-change';
import { BrokerError } from '../../model/errors';
import { markOf } from '../admin/access';
import {
  createRule,
  createUser,
  deleteRule,
  deleteUser,
  passwordOf,
  updateRule,
  updateUser,
} from '../admin/access-write';
import { ANSWER, Refusal } from '../admin/call';
import type { Ask, Cluster } from '../cluster';
import { type BrokerAnswer, requireAll } from '../topology/answers';
import { ACCESS, type AccessAtBroker, askAccess, askLists, heldIn } from './read-access';
import { failedWords, notReadBack, notTried } from './write-words';

export interface ChangeAccessInput {
  readonly user: string;
  readonly change: AccessChange;
  /** Of a user that is created, or gets a new one. */
  readonly password: string | null;
  /** The version that was shown; null: whatever there is. */
  readonly seen: string | null;
  readonly isDryRun: boolean;
}

export interface AccessAtOne {
  readonly broker: string;
  readonly before: AccessHeld;
  /** As read back, in a dry run as planned; null: that is not known. */
  readonly after: AccessHeld | null;
  readonly steps: readonly AccessStep[];
  readonly problem: Reason | null;
}

export interface AccessOutcome {
  readonly reached: 'all' | 'some' | 'none';
  readonly brokers: readonly AccessAtOne[];
}

interface Plan {
  readonly user: string;
  readonly broker: string;
  readonly before: AccessHeld;
  readonly after: AccessHeld;
  readonly steps: readonly AccessStep[];
  readonly setsPassword: boolean;
}

type Part = BrokerAnswer<AccessAtBroker>;

/** What all brokers have of a user; its password is no part of it. */
export function accessVersion(parts: readonly Part[], user: string): string {
  const texts = parts.map(({ broker, value }) => `${broker} ${textOfHeld(heldIn(value, user))}`);
  return createHash('sha256').update(texts.toSorted().join('\n')).digest('hex').slice(0, 16);
}

/**
 * A user of ACL 2 or its rules on every master, one after another and none after the first that fails; each is read
 * back. One change of a cluster at a time. `record` runs when nothing more keeps it from being sent.
 * @throws BrokerError bad-request, not-found, conflict: it is another than was shown, or would lock the console or the
 *   brokers out; unavailable
 */
export async function changeAccess(
  cluster: Cluster,
  input: ChangeAccessInput,
  record: (planned: readonly AccessAtOne[]) => Promise<void>,
): Promise<AccessOutcome> {
  return cluster.alone(ACCESS, async () => {
    const { parts } = requireAll(await askAccess(cluster));
    requireKnown(parts);
    const version = accessVersion(parts, input.user);
    if (input.seen !== null && input.seen !== version)
      throw new BrokerError(
        'conflict',
        told('{user} was changed at a broker in the meantime. Reload the page.', { user: input.user }),
        {
          ...{ field: 'seen', limit: version, value: input.seen },
        },
      );
    const plans = planOf(parts, input);
    for (const plan of plans) requireNoLockOut(cluster, parts, input, plan);
    const brokers = plans.map(({ broker, before, after, steps }) => ({ broker, before, after, steps, problem: null }));
    if (input.isDryRun) return { reached: 'none', brokers };
    await record(brokers);
    const password = input.change.kind === 'make-equal' ? await copyPassword(cluster, input) : input.password;
    try {
      return await writeAll(cluster, plans, password);
    } finally {
      cluster.shared.forget(ACCESS);
    }
  });
}

function requireKnown(parts: readonly Part[]): void {
  for (const { broker, value } of parts)
    if (value.problem !== null)
      throw new BrokerError(
        'unavailable',
        told('Nothing was changed. {broker}: {problem}.', { broker, problem: value.problem }),
      );
}

function planOf(parts: readonly Part[], { user, change, password }: ChangeAccessInput): readonly Plan[] {
  const like = likeOf(parts, user, change);
  const plans = parts.map(({ broker, value }): Plan => {
    const before = heldIn(value, user);
    requireUser(broker, before, { user, change, password });
    const after = heldAfter(user, before, change, like.held);
    const setsPassword =
      change.kind === 'make-equal'
        ? like.mark !== markIn(value, user)
        : change.kind === 'put-user' && password !== null;
    return { user, broker, before, after, setsPassword, steps: stepsBetween(before, after, setsPassword) };
  });
  if (plans.some(({ steps }) => steps.length > 0)) return plans;
  const isGone = change.kind === 'delete-user' || change.kind === 'delete-rule';
  if (isGone)
    throw new BrokerError(
      'not-found',
      told('No broker has {name}.', { name: change.kind === 'delete-rule' ? change.resource : user }),
      {
        ...{ field: change.kind === 'delete-rule' ? 'resource' : 'user', value: user },
      },
    );
  throw new BrokerError('bad-request', told('Every broker has this already.'), { field: 'user', value: user });
}

function likeOf(parts: readonly Part[], user: string, change: AccessChange) {
  if (change.kind !== 'make-equal') return { held: null, mark: null };
  const value = parts.find(({ broker }) => broker === change.like)?.value;
  const held = value === undefined ? null : heldIn(value, user);
  if (value === undefined || held === null || held.user === null)
    throw new BrokerError('not-found', told('{broker} has no user {user}.', { broker: change.like, user }), {
      field: 'like',
      value: change.like,
    });
  return { held, mark: markIn(value, user) };
}

function markIn({ users }: AccessAtBroker, name: string): string | null {
  return users.find((user) => user.name === name)?.mark ?? null;
}

function requireUser(
  broker: string,
  { user: had }: AccessHeld,
  { user, change, password }: Pick<ChangeAccessInput, 'user' | 'change' | 'password'>,
): void {
  if (had !== null) return;
  if (change.kind === 'put-rule')
    throw new BrokerError(
      'not-found',
      told('{broker} has no user {user}. Create it first, or make the brokers equal.', { broker, user }),
      {
        ...{ field: 'user', value: user },
      },
    );
  if (change.kind === 'put-user' && password === null)
    throw new BrokerError(
      'bad-request',
      told('{broker} has no user {user}. A new user needs a password.', { broker, user }),
      {
        field: 'password',
      },
    );
}

const LOSES: Readonly<Record<Narrowed, Told>> = {
  deleted: told('it would be deleted'),
  disabled: told('it would be disabled'),
  super: told('it would no longer be a super user'),
  password: told('it would have another password'),
  rules: told('it would lose rights'),
};

/** What would end the access of this console, or that of brokers and proxies to each other. */
function requireNoLockOut(cluster: Cluster, parts: readonly Part[], { user }: ChangeAccessInput, plan: Plan): void {
  const own = cluster.options.credentials?.accessKey;
  const inner = parts.filter(({ value }) => value.innerUser === user).map(({ broker }) => broker);
  if (user !== own && inner.length === 0) return;
  const narrowed = narrowedBy(plan.before, plan.after, plan.setsPassword);
  if (narrowed === null) return;
  const why =
    user === own
      ? told('Redrive itself uses this user. Give the cluster another access key in Settings, Clusters first.')
      : told('{brokers} and the proxies use this user to call each other (innerClientAuthenticationCredentials).', {
          brokers: inner,
        });
  throw new BrokerError(
    'conflict',
    told('{user} cannot be changed like this: {loses}. {why}', { user, loses: LOSES[narrowed], why }),
    { field: 'user', limit: 'a user that nothing depends on', value: user },
  );
}

/** From the broker that the others follow, read once more, so that it is not kept in between. */
async function copyPassword(cluster: Cluster, { user, change }: ChangeAccessInput): Promise<string | null> {
  return change.kind === 'make-equal' ? cluster.ask(change.like, passwordOf, { name: user }) : null;
}

async function writeAll(cluster: Cluster, plans: readonly Plan[], password: string | null): Promise<AccessOutcome> {
  const brokers: AccessAtOne[] = [];
  let failed: string | null = null;
  let changed = 0;
  for (const plan of plans) {
    const { broker, before, steps } = plan;
    const one = { broker, before, steps };
    if (failed !== null) brokers.push({ ...one, after: before, problem: notTried(failed) });
    else if (steps.length === 0) brokers.push({ ...one, after: before, problem: null });
    else {
      const { after, problem } = await writeOne(cluster, plan, password);
      brokers.push({ ...one, after, problem });
      if (problem === null) changed += 1;
      else failed = broker;
    }
  }
  return { reached: failed === null ? 'all' : changed === 0 ? 'none' : 'some', brokers };
}

async function writeOne(
  cluster: Cluster,
  plan: Plan,
  password: string | null,
): Promise<Pick<AccessAtOne, 'after' | 'problem'>> {
  const { user: name, broker, steps, before } = plan;
  const ask: Ask = (call, input) => cluster.ask(broker, call, input);
  let problem: Reason | null = null;
  try {
    for (const step of steps) await send(ask, step, { name, password: plan.setsPassword ? password : null });
  } catch (error) {
    // A refusal of ours, before a byte was sent.
    if (!(error instanceof BrokerError) || error.code !== 'unavailable') throw error;
    const isRefused = error.cause instanceof Refusal && error.cause.code !== ANSWER.busy;
    problem = failedWords(error, isRefused);
  }
  try {
    const lists = await askLists(ask);
    const after = heldIn(lists, name);
    const isSame = textOfHeld(after) === textOfHeld(plan.after);
    const user = lists.users.find((each) => each.name === name);
    const hasPassword = !plan.setsPassword || password === null || user?.mark === markOf(password);
    if (isSame && hasPassword) return { after, problem: null };
    const isUntouched = textOfHeld(after) === textOfHeld(before);
    const other = isUntouched
      ? told('{broker} accepted the change, but nothing changed', { broker })
      : told('{broker} accepted the change, but has something else than was written', { broker });
    return { after, problem: problem ?? other };
  } catch (error) {
    if (!(error instanceof BrokerError)) throw error;
    return { after: null, problem: notReadBack(problem, error) };
  }
}

async function send(
  ask: Ask,
  step: AccessStep,
  { name, password }: { readonly name: string; readonly password: string | null },
): Promise<void> {
  switch (step.does) {
    case 'create-user':
      return ask(createUser, { user: step.user, password });
    case 'update-user':
      return ask(updateUser, { user: step.user, password });
    case 'delete-user':
      return ask(deleteUser, { name });
    case 'create-rule':
      return ask(createRule, step.rule);
    case 'update-rule':
      return ask(updateRule, step.rule);
    case 'delete-rule':
      return ask(deleteRule, step.rule);
  }
}
