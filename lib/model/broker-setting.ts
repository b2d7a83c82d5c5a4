import { type ApprovalPolicy, checkApprovals, NO_APPROVALS } from './approval/approval';
import { checkDeadLetterRetention } from './dead-letter/check-dead-letter-retention';
import { type DeadLetterRetention, DEFAULT_DEAD_LETTER_RETENTION } from './dead-letter/dead-letter-retention';
import { checkMasking, type Masking, NO_MASKING } from './masking/rule';
import { checkSignInPolicy, DEFAULT_SIGN_IN_POLICY, type SignInPolicy } from './access/sign-in-policy';
import { checkTraceLink, DEFAULT_TRACE_LINK, type TraceLink } from './message/trace-link';
import { checkLiteQuota, DEFAULT_LITE_QUOTA, type LiteQuota } from './topic/lite-quota';
import { checkProducerRetry, DEFAULT_PRODUCER_RETRY, type ProducerRetry } from './delivery/producer-retry';

/** What an administrator sets for the whole broker: one entry per name, each with its own type. */
export interface BrokerSettings {
  readonly 'producer-retry': ProducerRetry;
  readonly 'dead-letter-retention': DeadLetterRetention;
  readonly 'sign-in': SignInPolicy;
  readonly 'trace-link': TraceLink;
  readonly masking: Masking;
  readonly approvals: ApprovalPolicy;
  readonly 'lite-topics': LiteQuota;
}
export type SettingName = keyof BrokerSettings;

export interface Setting<Name extends SettingName> {
  readonly name: Name;
  readonly value: BrokerSettings[Name];
  /** 0: never changed, what the process was started with or else the documented default. */
  readonly version: number;
  readonly updatedBy: string | null;
  readonly updatedAt: Date | null;
}

interface SettingRule<Value> {
  readonly fallback: Value;
  /** Saved by a verb of its own, which asks for more than the value. */
  readonly isGuarded: boolean;
  /** @throws BrokerError bad-request, naming field, limit and value */
  readonly check: (value: Value) => void;
}

export const SETTING_RULES: { readonly [Name in SettingName]: SettingRule<BrokerSettings[Name]> } = {
  'producer-retry': { fallback: DEFAULT_PRODUCER_RETRY, isGuarded: false, check: checkProducerRetry },
  'dead-letter-retention': {
    fallback: DEFAULT_DEAD_LETTER_RETENTION,
    isGuarded: true,
    check: checkDeadLetterRetention,
  },
  'sign-in': { fallback: DEFAULT_SIGN_IN_POLICY, isGuarded: false, check: checkSignInPolicy },
  'trace-link': { fallback: DEFAULT_TRACE_LINK, isGuarded: false, check: checkTraceLink },
  masking: { fallback: NO_MASKING, isGuarded: false, check: checkMasking },
  approvals: { fallback: NO_APPROVALS, isGuarded: false, check: checkApprovals },
  'lite-topics': { fallback: DEFAULT_LITE_QUOTA, isGuarded: false, check: checkLiteQuota },
};

export const SETTING_NAMES = Object.keys(SETTING_RULES) as readonly SettingName[];
