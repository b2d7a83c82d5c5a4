import type { AccessExplained, AccessOfCluster } from '@/lib/console/operations/brokers/views';
import {
  type AccessChange,
  type AccessHeld,
  type AccessStep,
  heldAfter,
  stepsBetween,
} from '@/lib/model/cluster/access-change';
import type { AccessRule } from '@/lib/model/cluster/access-rule';
import { compareNames } from '@/lib/model/language/names';
import { t } from '@/lib/model/language/t';
import { enumerated } from '@/lib/model/language/list';

type UserView = AccessOfCluster['users'][number];
export type RuleView = AccessOfCluster['rules'][number];
type Verdict = AccessExplained['brokers'][number]['verdicts'][number];

/** Of each dialog of the page. */
export interface DialogProps {
  readonly found: AccessOfCluster;
  readonly onClose: () => void;
  readonly onDone: (says: string) => void;
}

/** A user as all brokers have it. */
export interface Account {
  readonly name: string;
  /** One for each way in which brokers have it; empty: there are only rules of it. */
  readonly variants: readonly UserView[];
  readonly rules: number;
  readonly version: string | null;
  /** Brokers that answered and do not have it. */
  readonly missingOn: readonly string[];
  readonly differs: boolean;
}

/** Brokers whose users and rules are known. */
export function knownBrokers({ brokers }: AccessOfCluster): readonly string[] {
  return brokers.flatMap(({ broker, problem }) => (problem === null ? [broker] : []));
}

export function accountsOf(found: AccessOfCluster): readonly Account[] {
  const known = knownBrokers(found);
  const names = [
    ...new Set([...found.users, ...found.rules.map(({ user }) => ({ name: user }))].map((one) => one.name)),
  ];
  return names.toSorted(compareNames).map((name) => {
    const variants = found.users.filter((user) => user.name === name);
    const rules = found.rules.filter(({ user }) => user === name);
    const has = new Set(variants.flatMap(({ on }) => on));
    const missingOn = known.filter((broker) => !has.has(broker));
    const differs =
      variants.length > 1 ||
      missingOn.length > 0 ||
      variants.some(({ passwordsDiffer }) => passwordsDiffer) ||
      rules.some(({ on }) => on.length < known.length);
    return { name, variants, rules: rules.length, version: variants[0]?.version ?? null, missingOn, differs };
  });
}

export function kindWords({ variants }: Account): string {
  const words = new Set(variants.map(({ isSuper }) => (isSuper ? t('Super user') : t('Normal user'))));
  return words.size === 0 ? t('No user, only rules') : [...words].join(' / ');
}

/** How brokers differ about a user; null: they do not. */
export function differenceWords({ differs, missingOn, variants }: Account): string | null {
  if (!differs) return null;
  if (missingOn.length > 0) return t('Missing on {brokers}', { brokers: enumerated(missingOn) });
  return variants.some(({ passwordsDiffer }) => passwordsDiffer)
    ? t('Passwords differ between brokers')
    : t('Differs between brokers');
}

/** What one broker has of a user, put together from the lists. */
export function heldAt(found: AccessOfCluster, broker: string, name: string): AccessHeld {
  const user = found.users.find((each) => each.name === name && each.on.includes(broker));
  const rules = found.rules.filter((rule) => rule.user === name && rule.on.includes(broker));
  return {
    user: user === undefined ? null : { name, isSuper: user.isSuper, isEnabled: user.isEnabled },
    rules: rules.map(({ on: _on, ...rule }) => rule),
  };
}

/** Lines of what a change does on each broker. */
export function previewLines(found: AccessOfCluster, name: string, change: AccessChange): readonly string[] {
  const like = change.kind === 'make-equal' ? heldAt(found, change.like, name) : null;
  const passwordsDiffer = found.users.some((user) => user.name === name && user.passwordsDiffer);
  return knownBrokers(found).flatMap((broker) => {
    const before = heldAt(found, broker, name);
    const isOther = change.kind === 'make-equal' && broker !== change.like;
    const setsPassword = change.kind === 'put-user' ? change.setsPassword : isOther && passwordsDiffer;
    const steps = stepsBetween(before, heldAfter(name, before, change, like), setsPassword);
    if (steps.length === 0) return [t('{broker}: no change', { broker })];
    return steps.map((step) => stepWords(step, { broker, name, before }));
  });
}

function stepWords(
  step: AccessStep,
  of: { readonly broker: string; readonly name: string; readonly before: AccessHeld },
) {
  const { broker, name, before } = of;
  if ('user' in step)
    return step.does === 'create-user'
      ? t('{broker}: user {name} is created', { broker, name })
      : t('{broker}: user {name} is changed', { broker, name });
  if (step.does === 'delete-user')
    return t('{broker}: user {name} and {count, plural, one {# rule} other {# rules}} are deleted', {
      ...{ broker, name, count: before.rules.length },
    });
  const { resource, policy } = step.rule;
  const rule = ruleWords(step.rule);
  if (step.does === 'create-rule') return t('{broker}: new rule for {resource}: {rule}', { broker, resource, rule });
  if (step.does === 'delete-rule')
    return t('{broker}: rule for {resource} is deleted: {rule}', { broker, resource, rule });
  const had = before.rules.find((each) => each.resource === resource && each.policy === policy);
  const was = had === undefined ? '' : ruleWords(had);
  return t('{broker}: rule for {resource}: {was} → {rule}', { broker, resource, was, rule });
}

export function ruleWords({ isDeny, actions: list, sourceIps }: Pick<AccessRule, 'isDeny' | 'actions' | 'sourceIps'>) {
  const actions = enumerated(list);
  const addresses = enumerated(sourceIps);
  if (isDeny)
    return addresses === ''
      ? t('deny {actions}', { actions })
      : t('deny {actions} from {addresses}', { actions, addresses });
  return addresses === ''
    ? t('allow {actions}', { actions })
    : t('allow {actions} from {addresses}', { actions, addresses });
}

/** Why no user can be changed now; null: each can. */
export function changeBlock({ brokers, silent }: AccessOfCluster, mayNotChange: string | null): string | null {
  if (mayNotChange !== null) return mayNotChange;
  const [first] = silent;
  if (first !== undefined)
    return t('{broker} did not respond. Users can be changed when all brokers respond.', { broker: first.broker });
  const without = brokers.find(({ problem }) => problem !== null);
  return without?.problem == null
    ? null
    : t('{broker}: {problem}.', { broker: without.broker, problem: without.problem });
}

/** What a broker says of its users as a whole; null: it checks users and rules. */
export function brokerWords({ broker, checksUsers, checksRules, problem }: AccessOfCluster['brokers'][number]) {
  if (checksUsers === false) return t('{broker} accepts every client: authenticationEnabled is false.', { broker });
  if (problem !== null) return t('{broker}: {problem}.', { broker, problem });
  if (checksRules === false) return t('{broker} checks users but no rules: authorizationEnabled is false.', { broker });
  return null;
}

export function verdictWords({ why, resource, actions, isAllowed, rule }: Verdict, user: string): string {
  const action = enumerated(actions);
  if (why === 'no-user') return t('The broker has no user {user}.', { user });
  if (why === 'disabled') return t('User {user} is disabled.', { user });
  if (why === 'super') return t('{user} is a super user.', { user });
  if (rule === null) return t('{action} on {resource}: refused, no rule matches', { action, resource });
  const { resource: by } = rule;
  const words = ruleWords(rule);
  return isAllowed
    ? t('{action} on {resource}: allowed by the rule for {by} ({words})', { action, resource, by, words })
    : t('{action} on {resource}: refused by the rule for {by} ({words})', { action, resource, by, words });
}

/** Addresses as they are typed: separated by commas, spaces or lines. */
export function addressesIn(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((part) => part !== '');
}
