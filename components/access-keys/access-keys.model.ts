import type { AccessKeyState } from '@/lib/model/access/access-key';
import type { AccessRule } from '@/lib/model/access/access-rule';
import { msg, t } from '@/lib/model/language/t';

/** One line of the form: what may be done, and with which names. */
export interface RuleLine {
  readonly id: number;
  readonly kind: RuleKind;
  readonly pattern: string;
}

export const ruleKinds = ['publish', 'subscribe', 'publish-subscribe', 'consume', 'everything'] as const;
export type RuleKind = (typeof ruleKinds)[number];

export const RULE_KIND_WORDS: Readonly<Record<RuleKind, string>> = {
  publish: msg('publish to topic'),
  subscribe: msg('subscribe to topic'),
  'publish-subscribe': msg('publish and subscribe to topic'),
  consume: msg('consume as group'),
  everything: msg('everything'),
};

export const STATE_WORDS: Readonly<Record<AccessKeyState, string>> = {
  active: msg('active'),
  disabled: msg('disabled'),
  expired: msg('expired'),
  unreadable: msg('secret cannot be read: create a new one'),
};

/** "publish to orders*", "consume as orders-billing", "everything". */
export function ruleWords(rule: AccessRule): string {
  if (rule.resource === 'everything') return t('everything');
  const names = namesOf(rule);
  if (rule.resource === 'group') return t('consume as {names}', { names });
  if (rule.actions.length > 1) return t('publish and subscribe to {names}', { names });
  return rule.actions[0] === 'subscribe' ? t('subscribe to {names}', { names }) : t('publish to {names}', { names });
}

function namesOf({ resource, pattern }: Exclude<AccessRule, { readonly resource: 'everything' }>): string {
  if (pattern !== '*') return pattern;
  return resource === 'topic' ? t('any topic') : t('any group');
}

export function toRule({ kind, pattern }: Pick<RuleLine, 'kind' | 'pattern'>): AccessRule {
  switch (kind) {
    case 'everything':
      return { resource: 'everything' };
    case 'consume':
      return { resource: 'group', pattern: pattern.trim(), actions: ['consume'] };
    case 'publish-subscribe':
      return { resource: 'topic', pattern: pattern.trim(), actions: ['publish', 'subscribe'] };
    default:
      return { resource: 'topic', pattern: pattern.trim(), actions: [kind] };
  }
}

export function toLine(rule: AccessRule, id: number): RuleLine {
  if (rule.resource === 'everything') return { id, kind: 'everything', pattern: '' };
  if (rule.resource === 'group') return { id, kind: 'consume', pattern: rule.pattern };
  const both = rule.actions.length > 1;
  return { id, kind: both ? 'publish-subscribe' : (rule.actions[0] ?? 'publish'), pattern: rule.pattern };
}

/** "rules.2.pattern must be …" is the third line for a person. */
export function toLineError(error: string | null): string | null {
  const found = /^rules\.(\d+)\.(?:pattern|actions)(?<rest>.*)$/s.exec(error ?? '');
  if (found === null) return error;
  const line = t('Line {line, number}', { line: Number(found[1]) + 1 });
  return `${line}${found.groups?.['rest'] ?? ''}`;
}

/** The last second of a day in UTC, or the moment it was on that day before; an empty field is never. */
export function endOfDay(date: string, before: string | null): string | null {
  if (date === '') return null;
  return before?.startsWith(date) === true ? before : `${date}T23:59:59.000Z`;
}
