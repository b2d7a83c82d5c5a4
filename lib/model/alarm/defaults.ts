import type { EngineKind } from '../workspace';
import type { AlarmRule } from './rule';
import { SIGNALS } from '../signal/signal';

export type RuleFields = Omit<AlarmRule, 'ruleId' | 'version'>;

const MINUTE = 60_000;

const COMMON = {
  subject: null,
  windowMs: 0,
  forMs: 0,
  clearForMs: 2 * MINUTE,
  severity: 'warning',
  onUnknown: 'hold',
  unknownForMs: 5 * MINUTE,
  repeatMs: 0,
  channelIds: null,
  enabled: true,
} as const;

/** What most teams want to be notified of. Each can be edited or switched off. */
const RULES: readonly RuleFields[] = [
  { ...COMMON, watch: 'deaths', threshold: 1, clearBelow: 1, windowMs: 5 * MINUTE, clearForMs: 10 * MINUTE },
  { ...COMMON, watch: 'dead-letters', threshold: 1, clearBelow: 1, forMs: 5 * MINUTE },
  { ...COMMON, watch: 'dead-letters-of-cause', threshold: 100, clearBelow: 100, forMs: 5 * MINUTE },
  { ...COMMON, watch: 'dead-letter-age', threshold: 24 * 3600, clearBelow: 24 * 3600 },
  { ...COMMON, watch: 'deaths-due', threshold: 100, clearBelow: 80, windowMs: 60 * MINUTE, forMs: MINUTE },
  { ...COMMON, watch: 'expiring-dead-letters', threshold: 1, clearBelow: 1, windowMs: 24 * 60 * MINUTE },
  { ...COMMON, watch: 'backlog', threshold: 10_000, clearBelow: 8000, forMs: 5 * MINUTE },
  { ...COMMON, watch: 'oldest-age', threshold: 900, clearBelow: 600, forMs: 5 * MINUTE },
  { ...COMMON, watch: 'no-consumer', threshold: 120, clearBelow: 1, clearForMs: 0, severity: 'critical' },
  { ...COMMON, watch: 'subscriptions-differ', threshold: 300, clearBelow: 1, clearForMs: MINUTE },
  { ...COMMON, watch: 'blocked-key', threshold: 600, clearBelow: 600, clearForMs: MINUTE },
  { ...COMMON, watch: 'refused', threshold: 0.5, clearBelow: 0.25, windowMs: 5 * MINUTE, forMs: 5 * MINUTE },
  { ...COMMON, watch: 'approval-waits', threshold: 1, clearBelow: 1, clearForMs: 0 },
  {
    ...COMMON,
    watch: 'broker-health',
    threshold: 60,
    clearBelow: 1,
    forMs: 20_000,
    severity: 'critical',
    onUnknown: 'fire',
  },
  { ...COMMON, watch: 'brokers-differ', threshold: 60, clearBelow: 1, clearForMs: 0 },
  { ...COMMON, watch: 'group-missing', threshold: 60, clearBelow: 1, clearForMs: 0, severity: 'critical' },
  { ...COMMON, watch: 'letters-near-retention', threshold: 1, clearBelow: 1, windowMs: 12 * 60 * MINUTE },
  {
    ...COMMON,
    watch: 'broker-away',
    threshold: 60,
    clearBelow: 1,
    clearForMs: 0,
    severity: 'critical',
    onUnknown: 'fire',
  },
  { ...COMMON, watch: 'proxy-away', threshold: 120, clearBelow: 1, clearForMs: 0 },
  { ...COMMON, watch: 'queue-still', threshold: 600, clearBelow: 1, clearForMs: MINUTE },
  { ...COMMON, watch: 'replica-behind', threshold: 120, clearBelow: 1, clearForMs: MINUTE },
  { ...COMMON, watch: 'sends-refused', threshold: 0.5, clearBelow: 0.25, forMs: 2 * MINUTE },
  { ...COMMON, watch: 'calls-refused', threshold: 10, clearBelow: 1, forMs: 2 * MINUTE, clearForMs: 2 * MINUTE },
  { ...COMMON, watch: 'disk', threshold: 80, clearBelow: 75, forMs: 5 * MINUTE },
];

/** Created when a broker first starts, and when a cluster is attached. */
export function defaultRulesOf(engine: EngineKind): readonly RuleFields[] {
  return RULES.filter(({ watch }) => SIGNALS[watch].told[engine] === true);
}
