/** What a rule watches. Each kind reads one number per subject: a consumer group, a topic, or the broker. */
export const WATCHES = {
  backlog: { subject: 'group', unit: 'messages', says: 'Backlog' },
  'oldest-age': { subject: 'group', unit: 'seconds', says: 'Oldest ready message' },
  'lag-growth': { subject: 'group', unit: 'messages', says: 'Backlog grew' },
  'time-to-drain': { subject: 'group', unit: 'seconds', says: 'Time to drain' },
  deaths: { subject: 'group', unit: 'messages', says: 'New dead letters' },
  'deaths-due': { subject: 'group', unit: 'messages', says: 'Deaths due' },
  'expiring-dead-letters': { subject: 'group', unit: 'messages', says: 'Dead letters expire' },
  amplification: { subject: 'group', unit: 'deliveries per message', says: 'Deliveries per message' },
  'no-consumer': { subject: 'group', unit: 'seconds', says: 'No consumer' },
  'blocked-key': { subject: 'group', unit: 'seconds', says: 'Key blocked' },
  refused: { subject: 'topic', unit: 'percent', says: 'Refused sends' },
  'broker-health': { subject: 'broker', unit: 'seconds', says: 'Broker unwell' },
} as const;

export type Watch = keyof typeof WATCHES;
export type AlarmSubjectKind = (typeof WATCHES)[Watch]['subject'];

/**
 * Numbers that a re-drive moves by itself: what would fire waits until it is over. Deaths count only what is new, and a
 * re-drive never brings an expiry nearer.
 */
export const MOVED_BY_REDRIVE: ReadonlySet<Watch> = new Set([
  'backlog',
  'oldest-age',
  'lag-growth',
  'time-to-drain',
  'deaths-due',
  'amplification',
]);

/** Watches that count over a window. */
export const COUNTED_WATCHES: ReadonlySet<Watch> = new Set([
  'lag-growth',
  'time-to-drain',
  'deaths',
  'deaths-due',
  'expiring-dead-letters',
  'amplification',
  'refused',
]);

export const SEVERITIES = ['info', 'warning', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** What a rule does while its number is unknown. Unknown never counts as 0 and never resolves an alarm. */
export const ON_UNKNOWN = ['hold', 'fire', 'ignore'] as const;
export type OnUnknown = (typeof ON_UNKNOWN)[number];

export interface AlarmRule {
  readonly ruleId: number;
  readonly watch: Watch;
  /** One group or topic; null: each of them that has no rule of its own for this watch. */
  readonly subject: string | null;
  /** Breached at or above it. */
  readonly threshold: number;
  /** Over how long deaths, growth and refusals are counted, milliseconds. */
  readonly windowMs: number;
  /** How long it must be breached before it fires, milliseconds. */
  readonly forMs: number;
  /** Clear below it; at most the threshold. */
  readonly clearBelow: number;
  /** How long it must be clear before it resolves, milliseconds. */
  readonly clearForMs: number;
  readonly severity: Severity;
  readonly onUnknown: OnUnknown;
  /** `fire`: how long it may be unknown before that fires, milliseconds. */
  readonly unknownForMs: number;
  /** How often a firing alarm that nobody acknowledged tells again, milliseconds; 0: once. */
  readonly repeatMs: number;
  /** Whom it tells; null: every channel. */
  readonly channelIds: readonly number[] | null;
  readonly enabled: boolean;
  readonly version: number;
}

/** Of the rules for one watch: the subject's own, else the one for all. A disabled rule of its own switches it off. */
export function ruleFor(rules: readonly AlarmRule[], watch: Watch, subject: string): AlarmRule | null {
  const own = rules.find((rule) => rule.watch === watch && rule.subject === subject);
  const rule = own ?? rules.find((each) => each.watch === watch && each.subject === null) ?? null;
  return rule?.enabled === true ? rule : null;
}
