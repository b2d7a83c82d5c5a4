import type { AccessKeyState } from '@/lib/model/access/access-key';
import type { AccessRule } from '@/lib/model/access/access-rule';
import type { GatewayView } from '@/lib/console/operations/access-keys/views';

/** One line of the form: what may be done, and with which names. */
export interface RuleLine {
  readonly id: number;
  readonly kind: RuleKind;
  readonly pattern: string;
}

export const ruleKinds = ['publish', 'subscribe', 'publish-subscribe', 'consume', 'everything'] as const;
export type RuleKind = (typeof ruleKinds)[number];

export const ruleKindWords: Readonly<Record<RuleKind, string>> = {
  publish: 'publish to topic',
  subscribe: 'subscribe to topic',
  'publish-subscribe': 'publish and subscribe to topic',
  consume: 'consume as group',
  everything: 'everything',
};

export const stateWords: Readonly<Record<AccessKeyState, string>> = {
  active: 'active',
  disabled: 'disabled',
  expired: 'expired',
  unreadable: 'secret cannot be read: rotate it',
};

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
  return error?.replace(/^rules\.(\d+)\.(pattern|actions)/, (_, index: string) => `Line ${Number(index) + 1}`) ?? null;
}

/** The last second of a day in UTC, or the moment it was on that day before; an empty field is never. */
export function endOfDay(date: string, before: string | null): string | null {
  if (date === '') return null;
  return before?.startsWith(date) === true ? before : `${date}T23:59:59.000Z`;
}

export function addressOf({ host, port }: Pick<GatewayView, 'host' | 'port'>, browserHost: string): string {
  const name = host ?? browserHost;
  return `${name.includes(':') && !name.startsWith('[') ? `[${name}]` : name}:${port}`;
}

interface SnippetInput {
  readonly endpoints: string;
  readonly accessKeyId: string;
  readonly secret: string;
}

export function nodeSnippet({ endpoints, accessKeyId, secret }: SnippetInput): string {
  return `const producer = new Producer({
  endpoints: '${endpoints}',
  sessionCredentials: {
    accessKey: '${accessKeyId}',
    accessSecret: '${secret}',
  },
});`;
}

export function javaSnippet({ endpoints, accessKeyId, secret }: SnippetInput): string {
  return `ClientConfiguration configuration = ClientConfiguration.newBuilder()
    .setEndpoints("${endpoints}")
    .setCredentialProvider(new StaticSessionCredentialsProvider(
        "${accessKeyId}", "${secret}"))
    .build();`;
}
