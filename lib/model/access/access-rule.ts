import { tooManyEntries } from '../check-number';
import { byteLength } from '../byte-length';
import { BrokerError } from '../errors';
import { told } from '../language/t';
import { LIMITS, NAME_PATTERN } from '../limits';

export const TOPIC_ACTIONS = ['publish', 'subscribe'] as const;
export const GROUP_ACTIONS = ['consume'] as const;
export type TopicAction = (typeof TOPIC_ACTIONS)[number];
export type GroupAction = (typeof GROUP_ACTIONS)[number];
export type AccessAction = TopicAction | GroupAction;

/** One permission of an access key. A pattern is a name, or the start of names and "*". */
export type AccessRule =
  | { readonly resource: 'everything' }
  | { readonly resource: 'topic'; readonly pattern: string; readonly actions: readonly TopicAction[] }
  | { readonly resource: 'group'; readonly pattern: string; readonly actions: readonly GroupAction[] };

/** What a call wants to do: any one of the actions is enough. */
export type AccessNeed =
  | { readonly resource: 'topic'; readonly name: string; readonly actions: readonly TopicAction[] }
  | { readonly resource: 'group'; readonly name: string; readonly actions: readonly GroupAction[] };

export const MAX_ACCESS_RULES = 100;
const MAX_SHOWN_CHARS = 128;

/** Only what a rule allows is allowed. Names and patterns are compared byte by byte, case included. */
export function allows(rules: readonly AccessRule[], need: AccessNeed): boolean {
  return rules.some(
    (rule) =>
      rule.resource === 'everything' ||
      (rule.resource === need.resource &&
        matchesPattern(rule.pattern, need.name) &&
        rule.actions.some((action) => need.actions.some((wanted) => wanted === action))),
  );
}

/** The first need that no rule meets; null when all are met. */
export function firstDenied(rules: readonly AccessRule[], needs: readonly AccessNeed[]): AccessNeed | null {
  return needs.find((need) => !allows(rules, need)) ?? null;
}

export function matchesPattern(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

/** @throws BrokerError bad-request naming the rule and what is wrong with it */
export function checkAccessRules(rules: readonly AccessRule[]): void {
  if (rules.length > MAX_ACCESS_RULES) {
    throw tooManyEntries('rules', MAX_ACCESS_RULES, rules.length);
  }
  for (const [index, rule] of rules.entries()) {
    if (rule.resource !== 'everything') checkNamedRule(rule, `rules.${index}`);
  }
}

function checkNamedRule(
  { resource, pattern, actions }: Exclude<AccessRule, { resource: 'everything' }>,
  field: string,
) {
  const isPrefix = pattern.endsWith('*');
  const name = isPrefix ? pattern.slice(0, -1) : pattern;
  const limitBytes = resource === 'topic' ? LIMITS.topicNameBytes : LIMITS.groupNameBytes;
  if (byteLength(name) > limitBytes || (name === '' ? !isPrefix : !NAME_PATTERN.test(name))) {
    throw new BrokerError(
      'bad-request',
      told(
        `{field}.pattern must be a {resource} name, or the start of names and "*": letters, digits, % | - and _, at
        most {limitBytes} bytes.`,
        { field, resource, limitBytes },
      ),
      { field: `${field}.pattern`, limit: 'a name, or a start and "*"', value: pattern.slice(0, 64) },
    );
  }
  const known: readonly string[] = resource === 'topic' ? TOPIC_ACTIONS : GROUP_ACTIONS;
  if (actions.length === 0 || !actions.every((action) => known.includes(action))) {
    throw new BrokerError('bad-request', told('{field}.actions must have at least one of {known}.', { field, known }), {
      field: `${field}.actions`,
      limit: known.join(', '),
      value: actions.join(', ').slice(0, 64),
    });
  }
}

/** "publish or subscribe on topic orders" */
export function describeAccessNeed({ resource, name, actions }: AccessNeed): string {
  return `${actions.join(' or ')} on ${resource} ${name === '' ? '(no name)' : name.slice(0, MAX_SHOWN_CHARS)}`;
}
