export const LIMIT_SCOPES = ['broker', 'topic', 'group', 'access-key'] as const;
export type LimitScope = (typeof LIMIT_SCOPES)[number];

/** What the history records of the last hour, from which a limit is tried out. */
export type RecordedSteps =
  | 'sent messages'
  | 'sent bytes'
  | 'deliveries'
  | 'backlog messages'
  | 'backlog age'
  | 'storage';

/** What a limit would have done to the last hour comes from these steps; null: nothing is recorded that could tell. */
interface WhatIfFacts {
  readonly from: RecordedSteps | null;
  /** What it is computed from, and what it leaves out. */
  readonly basis: string;
}

/** Every fact about a kind of limit, each required. */
interface KindFacts {
  readonly says: string;
  /** In the order in which they are asked. */
  readonly scopes: readonly LimitScope[];
  readonly whatIf: (scope: LimitScope) => WhatIfFacts;
}

export type RateCalls = 'sends' | 'receives' | 'cold reads';

/** Per second, shared by the living nodes. */
interface RateFacts extends KindFacts {
  readonly unit: 'messages/s' | 'bytes/s';
  /** Which calls it admits or refuses. */
  readonly admits: RateCalls;
  readonly level: null;
}

/** An amount that a loop reads; sends are refused while it is too high. */
interface LevelFacts extends KindFacts {
  readonly unit: 'messages' | 'bytes' | 's';
  readonly admits: null;
  readonly level: LimitLevel;
}

export type LimitLevel = StorageLevel | BacklogLevel;

interface StorageLevel {
  readonly of: 'storage';
}

export interface BacklogLevel {
  readonly of: 'backlog';
  readonly column: 'messages' | 'bytes' | 'ageSeconds';
  /** Of a group: all its topics together, or the worst of them. Of a topic it is always the worst of its groups. */
  readonly ofGroup: 'sum' | 'worst';
}

const STEPS = 'steps of 10 s of the last hour';
const NO_KEYS = { from: null, basis: 'Sends are not recorded per access key.' };
const NO_DELIVERED_BYTES = { from: null, basis: 'Bytes delivered are not recorded over time.' };
const LEVEL_BASIS =
  'From the level at the end of each step of 10 s of the last hour and the messages accepted ' +
  'meanwhile. A group counts with all its topics. Refused sends would have made the backlog ' +
  'smaller.';

const FACTS = {
  'send-rate': {
    ...{ says: 'Sends', unit: 'messages/s', scopes: ['broker', 'topic', 'access-key'], admits: 'sends', level: null },
    whatIf: (scope) => {
      if (scope === 'access-key') return NO_KEYS;
      const basis =
        scope === 'topic'
          ? 'messages accepted, the busiest second of each step, and requests refused then. A send that was ' +
            'refused and retried counts each time.'
          : 'messages accepted on all topics and requests refused then; peaks within a step are left out.';
      return { from: 'sent messages', basis: `From ${STEPS}: ${basis}` };
    },
  },
  'send-bytes': {
    ...{ says: 'Sent bytes', unit: 'bytes/s', scopes: ['broker', 'topic', 'access-key'], admits: 'sends', level: null },
    whatIf: (scope) => {
      if (scope === 'access-key') return NO_KEYS;
      const peaks = scope === 'topic' ? ' and the busiest second of each step' : '';
      const basis = `From ${STEPS}: bytes accepted${peaks}. Bytes of refused sends are not recorded and left out.`;
      return { from: 'sent bytes', basis };
    },
  },
  'receive-rate': {
    ...{ says: 'Deliveries', unit: 'messages/s', scopes: ['group'], admits: 'receives', level: null },
    whatIf: () => ({
      from: 'deliveries',
      basis:
        `From ${STEPS}: deliveries, retries included. A refused receive is repeated: deliveries would be ` +
        'later, not lost.',
    }),
  },
  'receive-bytes': {
    ...{ says: 'Delivered bytes', unit: 'bytes/s', scopes: ['group'], admits: 'receives', level: null },
    whatIf: () => NO_DELIVERED_BYTES,
  },
  'cold-read': {
    ...{ says: 'Reads from an old position', unit: 'bytes/s', scopes: ['broker', 'group'], admits: 'cold reads' },
    ...{ level: null, whatIf: () => NO_DELIVERED_BYTES },
  },
  'backlog-count': {
    ...{ says: 'Backlog', unit: 'messages', scopes: ['topic', 'group'], admits: null },
    level: { of: 'backlog', column: 'messages', ofGroup: 'sum' },
    whatIf: () => ({ from: 'backlog messages', basis: LEVEL_BASIS }),
  },
  'backlog-bytes': {
    ...{ says: 'Backlog bytes', unit: 'bytes', scopes: ['topic', 'group'], admits: null },
    level: { of: 'backlog', column: 'bytes', ofGroup: 'sum' },
    whatIf: () => ({ from: null, basis: 'The bytes of backlogs are not recorded over time.' }),
  },
  'backlog-age': {
    ...{ says: 'Age of the backlog', unit: 's', scopes: ['topic', 'group'], admits: null },
    level: { of: 'backlog', column: 'ageSeconds', ofGroup: 'worst' },
    whatIf: () => ({ from: 'backlog age', basis: LEVEL_BASIS }),
  },
  storage: {
    ...{ says: 'Storage', unit: 'bytes', scopes: ['broker'], admits: null, level: { of: 'storage' } },
    whatIf: () => ({ from: 'storage', basis: LEVEL_BASIS }),
  },
} as const satisfies Readonly<Record<string, RateFacts | LevelFacts>>;

export type LimitKind = keyof typeof FACTS;

/** Limits that operators set. The limits that protect the process itself are in lib/broker/throttle/protection. */
export const LIMIT_KINDS: Readonly<Record<LimitKind, RateFacts | LevelFacts>> = FACTS;
export const LIMIT_KIND_NAMES = Object.keys(FACTS) as [LimitKind, ...LimitKind[]];
