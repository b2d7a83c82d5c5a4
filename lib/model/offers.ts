import type { EngineKind } from './workspace';

/** What one of the engines lacks. Why is in why-not.ts, which is too long for every page. */
export type Capability = keyof typeof LACKED_BY;

const LACKED_BY = {
  installation: 'cluster',
  'make-group-equal': 'embedded',
  'broker-topics': 'embedded',
  'topic-figures': 'cluster',
  'dead-letter-topic': 'cluster',
  'discard-letters': 'cluster',
  brokers: 'embedded',
  'dead-letter-index': 'embedded',
  move: 'embedded',
  'recall-redrive': 'cluster',
  'change-redrive': 'cluster',
  redirects: 'cluster',
  'live-delay': 'cluster',
  'redrive-files': 'cluster',
  'find-messages': 'cluster',
  'blocked-keys': 'cluster',
  transactions: 'cluster',
  failover: 'cluster',
  'sampled-backlog': 'cluster',
  'recent-failures': 'cluster',
  'cause-history': 'cluster',
  discard: 'cluster',
  retries: 'cluster',
  'last-attempts': 'cluster',
  'group-overview': 'cluster',
  'policy-replay': 'cluster',
  'group-changes': 'cluster',
  'group-clients': 'cluster',
  'preview-reset': 'cluster',
} as const satisfies Readonly<Record<string, EngineKind>>;

export function isOffered(engine: EngineKind, capability: Capability | undefined): boolean {
  return capability === undefined || LACKED_BY[capability] !== engine;
}
