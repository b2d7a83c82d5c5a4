import { msg, t } from '@/lib/model/language/t';

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

/** What the change is of: a name, but of a setting and of practice in words. */
export function targetName(action: string, target: string): string {
  const known = action.startsWith('setting.')
    ? SETTINGS[target]
    : action.startsWith('practice.')
      ? PARTS['practice']
      : undefined;
  return known === undefined ? target : t(known);
}
