import { formatDuration } from '@/components/ui/duration.model';
import { formatCount, plural } from '@/components/ui/number.model';
import type { RedrivePlanView } from '@/lib/console/reads/redrive-plan';
import { REDRIVE_LIMITS } from '@/lib/model/redrive';

/** What the rate field says: null is "as fast as it goes"; a text that is no rate is an error. Pure. */
export function readRate(text: string): { readonly rate: number | null; readonly error: string | null } {
  const trimmed = text.trim();
  if (trimmed === '') return { rate: null, error: null };
  const rate = Number(trimmed);
  if (!/^\d+$/.test(trimmed) || rate < 1 || rate > REDRIVE_LIMITS.ratePerSecond) {
    return {
      rate: null,
      error: `A whole number from 1 to ${formatCount(REDRIVE_LIMITS.ratePerSecond)}, or nothing for no limit.`,
    };
  }
  return { rate, error: null };
}

/** Releasing only: when they are consumed is for the clients to say. */
export function timeNeeded(inSet: number, rate: number | null): string {
  if (inSet === 0) return '0 s';
  return rate === null ? 'seconds' : `about ${formatDuration(Math.ceil(inSet / rate) * 1000, 2)}`;
}

export interface SafetyCheck {
  readonly kind: 'passed' | 'warning' | 'unknown';
  readonly title: string;
  readonly note: string;
}

/** Only what the broker knows; what it cannot know it asks the operator. Pure. */
export function safetyChecks(plan: RedrivePlanView): SafetyCheck[] {
  const checks: SafetyCheck[] = [
    plan.clients > 0
      ? {
          kind: 'passed',
          title: 'Consumers will fetch them',
          note: `${plural(plan.clients, 'consumer')} of ${plan.group} connected to this process`,
        }
      : {
          kind: 'warning',
          title: 'No consumer is connected here',
          note: 'nothing is fetched until one comes; you can recall all of it until then',
        },
  ];
  if (plan.diedSince > 0) {
    checks.push({
      kind: 'warning',
      title: 'It still happens',
      note: `${formatCount(plan.diedSince)} more died since the set was frozen`,
    });
  } else {
    checks.push({
      kind: 'passed',
      title: 'Nothing like it died since the set was frozen',
      note: 'what dies later never joins it',
    });
  }
  if (plan.redrivenBefore > 0) {
    checks.push({
      kind: 'warning',
      title: 'Some died again before',
      note: `${formatCount(plan.redrivenBefore)} of them were re-driven at least once already`,
    });
  }
  if (plan.ordered) {
    checks.push({
      kind: 'warning',
      title: 'This group is ordered',
      note: `${plan.sharedKeys === 0 ? 'each key has one message here' : `${plural(plan.sharedKeys, 'key')} with several go in their order`}; later messages of a key may have been consumed already`,
    });
  }
  checks.push({
    kind: 'unknown',
    title: 'Is the fix out, and are the consumers idempotent?',
    note: 'the broker cannot know; a message may have had effects before it failed',
  });
  return checks;
}

export function scopeWords(plan: RedrivePlanView): string {
  const { deadLetterIds, messageIds, filter, all } = plan.selection;
  if (all === true) return `all of ${plan.group}`;
  if (deadLetterIds !== undefined) return `${plural(deadLetterIds.length, 'message')} selected by hand`;
  if (messageIds !== undefined) return `message ${messageIds[0] ?? ''}`;
  const parts = [
    filter?.cause === undefined ? null : 'one cause',
    filter?.q === undefined ? null : `text “${filter.q}”`,
    filter?.from === undefined && filter?.to === undefined ? null : 'a range of time',
    filter?.expires === undefined ? null : 'what expires soon',
  ];
  return `${plan.group}, ${parts.filter((part) => part !== null).join(', ')}`;
}

/** Why the start button stays off, or null. */
export function startBlock(plan: RedrivePlanView, reason: string, rateError: string | null): string | null {
  if (plan.startNotAllowed !== null) return plan.startNotAllowed;
  if (plan.inSet === 0) return plan.excluded > 0 ? 'all of it is in other re-drives already' : 'the set is empty';
  if (rateError !== null) return 'the rate cannot be read';
  if (plan.inSet >= REDRIVE_LIMITS.reasonFrom && reason.trim() === '')
    return `a reason is needed from ${REDRIVE_LIMITS.reasonFrom} messages on`;
  return null;
}
