'use client';

import type { GroupInBrokers } from '@/lib/console/operations/groups/views';
import type { SettingsEvidence } from '@/lib/console/operations/groups/views';
import type { AttemptBucket } from '@/lib/model/delivery/attempt-bucket';
import type { GroupSettings } from '@/lib/model/group/group-settings';
import { retries } from '@/lib/model/delivery/policy-effect';
import { type Reading, valueOrNull } from '@/lib/model/reading';
import { type Impact, impactOf, timeoutRisk } from './impact.model';
import { type GroupEffect, useGroupEffect } from './use-group-effect';
import { t } from '@/lib/model/language/t';

interface PolicyImpactInput {
  readonly group: string;
  readonly before: GroupSettings;
  readonly after: GroupSettings;
  readonly changed: boolean;
  readonly buckets: Reading<readonly AttemptBucket[]> | null;
  readonly inBrokers?: Pick<GroupInBrokers, 'settings'> | null;
  /** What happened lately; left out: not read here. */
  readonly facts?: SettingsEvidence['facts'];
}

export interface PolicyImpact extends GroupEffect {
  /** Null: the change makes no message move to the DLQ sooner. */
  readonly impact: Impact | null;
  /** Other reasons why messages are lost by it, in sentences. */
  readonly risks: readonly string[];
  readonly isDangerous: boolean;
}

/** Whether a change loses messages sooner, and why: in the editor, and for a revert. */
export function usePolicyImpact(input: PolicyImpactInput): PolicyImpact {
  const { group, before, after, changed, buckets, inBrokers = null, facts } = input;
  const isRetried = retries(before) && retries(after);
  const whatIf = useGroupEffect({ group, before, after, isRetried, buckets, inBrokers });
  const { effect, engine } = whatIf;
  const impact = changed && isRetried ? impactOf({ before, after, effect, engine }) : null;
  const slowestMs = facts === undefined ? null : (valueOrNull(facts)?.p99Ms ?? null);
  const risks = changed ? risksOf(before, after, slowestMs) : [];
  return { ...whatIf, impact, risks, isDangerous: impact?.tone === 'danger' || risks.length > 0 };
}

function risksOf(before: GroupSettings, after: GroupSettings, slowestMs: number | null): readonly string[] {
  const timeout = timeoutRisk(before.consumptionTimeoutMs, after.consumptionTimeoutMs, slowestMs);
  return [
    ...(retries(before) && !retries(after)
      ? [
          t(
            `A message whose delivery fails would be lost: a broadcast group neither retries it nor keeps a dead
            letter.`,
          ),
        ]
      : []),
    ...(timeout === null ? [] : [timeout]),
  ];
}
