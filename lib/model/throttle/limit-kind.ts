import { msg, t } from '../language/t';
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

const noKeys = () => ({ from: null, basis: t('Sends are not recorded per access key.') });
const noDeliveredBytes = () => ({ from: null, basis: t('Delivered bytes are not recorded over time.') });
const levelBasis = (): string =>
  t(
    `Calculated from the level at the end of each 10 s step of the last hour and the messages accepted meanwhile. A
    group counts with all its topics. Refused sends would have reduced the backlog.`,
  );

const FACTS = {
  'send-rate': {
    ...{
      says: msg('Sends'),
      unit: 'messages/s',
      scopes: ['broker', 'topic', 'access-key'],
      admits: 'sends',
      level: null,
    },
    whatIf: (scope) => {
      if (scope === 'access-key') return noKeys();
      const basis =
        scope === 'topic'
          ? t(
              `Calculated from 10 s steps of the last hour: messages accepted, the busiest second of each step, and
              requests refused then. A send that was refused and retried counts each time.`,
            )
          : t(
              `Calculated from 10 s steps of the last hour: messages accepted on all topics and requests refused then.
              Peaks within a step are left out.`,
            );
      return { from: 'sent messages', basis };
    },
  },
  'send-bytes': {
    ...{
      says: msg('Sent bytes'),
      unit: 'bytes/s',
      scopes: ['broker', 'topic', 'access-key'],
      admits: 'sends',
      level: null,
    },
    whatIf: (scope) => {
      if (scope === 'access-key') return noKeys();
      const basis =
        scope === 'topic'
          ? t(
              `Calculated from 10 s steps of the last hour: bytes accepted and the busiest second of each step. Bytes of
              refused sends are not recorded and left out.`,
            )
          : t(
              `Calculated from 10 s steps of the last hour: bytes accepted. Bytes of refused sends are not recorded and
              left out.`,
            );
      return { from: 'sent bytes', basis };
    },
  },
  'receive-rate': {
    ...{ says: msg('Deliveries'), unit: 'messages/s', scopes: ['group'], admits: 'receives', level: null },
    whatIf: () => ({
      from: 'deliveries',
      basis: t(
        `Calculated from 10 s steps of the last hour: deliveries, retries included. Clients repeat a refused
          receive: deliveries would be delayed, not lost.`,
      ),
    }),
  },
  'receive-bytes': {
    ...{ says: msg('Delivered bytes'), unit: 'bytes/s', scopes: ['group'], admits: 'receives', level: null },
    whatIf: noDeliveredBytes,
  },
  'cold-read': {
    ...{ says: msg('Cold reads'), unit: 'bytes/s', scopes: ['broker', 'group'], admits: 'cold reads' },
    ...{ level: null, whatIf: noDeliveredBytes },
  },
  'backlog-count': {
    ...{ says: msg('Backlog'), unit: 'messages', scopes: ['topic', 'group'], admits: null },
    level: { of: 'backlog', column: 'messages', ofGroup: 'sum' },
    whatIf: () => ({ from: 'backlog messages', basis: levelBasis() }),
  },
  'backlog-bytes': {
    ...{ says: msg('Backlog bytes'), unit: 'bytes', scopes: ['topic', 'group'], admits: null },
    level: { of: 'backlog', column: 'bytes', ofGroup: 'sum' },
    whatIf: () => ({ from: null, basis: t('The bytes of backlogs are not recorded over time.') }),
  },
  'backlog-age': {
    ...{ says: msg('Age of the backlog'), unit: 's', scopes: ['topic', 'group'], admits: null },
    level: { of: 'backlog', column: 'ageSeconds', ofGroup: 'worst' },
    whatIf: () => ({ from: 'backlog age', basis: levelBasis() }),
  },
  storage: {
    ...{ says: msg('Storage'), unit: 'bytes', scopes: ['broker'], admits: null, level: { of: 'storage' } },
    whatIf: () => ({ from: 'storage', basis: levelBasis() }),
  },
} as const satisfies Readonly<Record<string, RateFacts | LevelFacts>>;

export type LimitKind = keyof typeof FACTS;

/** Limits that operators set. The limits that protect the process itself are in lib/broker/throttle/protection. */
export const LIMIT_KINDS: Readonly<Record<LimitKind, RateFacts | LevelFacts>> = FACTS;
export const LIMIT_KIND_NAMES = Object.keys(FACTS) as [LimitKind, ...LimitKind[]];
