import { alarmName } from '@/components/alarms/alarms.model';
import { limitWords } from '@/components/throttling/throttling.model';
import { msg, t } from '@/lib/model/language/t';
import { type Signal, SIGNALS } from '@/lib/model/signal/signal';
import { LIMIT_KINDS, type LimitKind, type LimitScope } from '@/lib/model/throttle/limit-kind';

/** Parts of the product that act themselves, by the name that a record has. */
const PARTS: Readonly<Record<string, string>> = {
  'stop rule': msg('stop rule'),
  start: msg('server start'),
  practice: msg('practice incident'),
  move: msg('move to a cluster'),
  environment: msg('environment variables'),
  restore: msg('restored backup'),
  'single sign-on': msg('single sign-on'),
};

const SETTINGS: Readonly<Record<string, string>> = {
  approvals: msg('Approvals'),
  masking: msg('Body masking'),
  'producer-retry': msg('Sending retry'),
  'dead-letter-retention': msg('Dead-letter retention'),
  'sign-in': msg('Second factor'),
  'trace-link': msg('Traces'),
};

/** A person or a token by the name it has. */
export function actorName({ actor, actorKind }: { readonly actor: string; readonly actorKind: string }): string {
  const part = actorKind === 'system' ? PARTS[actor] : undefined;
  return part === undefined ? actor : t(part);
}

/** "send-rate of topic orders" and "deaths of every group", as the log has them, in words; null: another name. */
function ruleName(action: string, target: string): string | null {
  const [, rule = '', of = ''] = /^([\w-]+) of (.+)$/.exec(target) ?? [];
  if (action.startsWith('limit.') && rule in LIMIT_KINDS) {
    const [, scope = 'broker', subject = ''] = /^(topic|group|access-key) (.+)$/.exec(of) ?? [];
    return limitWords(rule as LimitKind, scope as LimitScope, subject);
  }
  return action.startsWith('alarm-rule.') && rule in SIGNALS
    ? alarmName({ watch: rule as Signal, subject: of.startsWith('every ') ? null : of })
    : null;
}

/** What the change is of: a name, but of a rule, a setting and of practice in words. */
export function targetName(action: string, target: string): string {
  const rule = ruleName(action, target);
  if (rule !== null) return rule;
  const known = action.startsWith('setting.')
    ? SETTINGS[target]
    : action.startsWith('practice.')
      ? PARTS['practice']
      : undefined;
  return known === undefined ? target : t(known);
}
