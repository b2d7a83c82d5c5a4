import { formatDuration } from '@/components/ui/duration.model';
import { sayIn } from '@/lib/model/duration';
import { enumerated, itemized } from '@/lib/model/language/list';
import { msg, t } from '@/lib/model/language/t';
import { toText } from '@/lib/model/problem/phrase';
import { fieldLabel, fieldValue } from './fields.model';

interface Change {
  readonly before: unknown;
  readonly after: unknown;
  readonly counts: unknown;
}

/** What ?action= may start with. */
export const actionKinds = [
  { value: 'group.', label: msg('Groups') },
  { value: 'topic.', label: msg('Topics') },
  { value: 'message.', label: msg('Messages') },
  { value: 'retry.', label: msg('Retries') },
  { value: 'key.', label: msg('Blocked keys') },
  { value: 'approval.', label: msg('Approvals') },
  { value: 'redrive.', label: msg('Re-drives') },
  { value: 'redirect.', label: msg('Redirects') },
  { value: 'dead-letter.', label: msg('Dead letters') },
  { value: 'cause.', label: msg('Causes') },
  { value: 'transaction.', label: msg('Transactions') },
  { value: 'limit.', label: msg('Limits') },
  { value: 'alarm', label: msg('Alarms') },
  { value: 'setting.', label: msg('Settings') },
  { value: 'managed.', label: msg('Git-managed configuration') },
  { value: 'session.', label: msg('Sign-ins') },
  { value: 'user.', label: msg('Users') },
  { value: 'team.', label: msg('Teams') },
  { value: 'factor.', label: msg('Sign-in factors') },
  { value: 'access.', label: msg('Refusals') },
  { value: 'token.', label: msg('API tokens') },
  { value: 'access-key.', label: msg('Access keys') },
  { value: 'cluster.', label: msg('Clusters') },
  { value: 'problem.', label: msg('Problems') },
  { value: 'practice.', label: msg('Practice incident') },
  { value: 'database.', label: msg('Database') },
] as const;

/** "max retries 14 → 16 · sessions ended 3": only what differs. */
export function describeChange({ before, after, counts }: Change): string {
  const old = toRecord(before);
  const now = toRecord(after);
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  const changed = names
    .filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]))
    // what is said in a word comes before lists and rules
    .toSorted((one, other) => Number(isLong(now[one])) - Number(isLong(now[other])))
    .map((name) => {
      const [was, is] = [print(name, old[name]), print(name, now[name])];
      if (!(name in old))
        return isNothing(now[name]) ? '' : t('{field} {value}', { field: fieldLabel(name), value: is });
      const given = { field: fieldLabel(name), was };
      return name in now ? t('{field} {was} → {is}', { ...given, is }) : t('{field} was {was}', given);
    });
  const counted = Object.entries(toRecord(counts)).map(([name, count]) =>
    t('{field} {value}', { field: fieldLabel(name), value: print(name, count) }),
  );
  return [...changed, ...counted].filter((part) => part !== '').join(' · ');
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function isLong(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function isNothing(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** A list says more than its length only while it is short. */
const LISTED = 3;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

function print(name: string, value: unknown): string {
  if (isNothing(value)) return t('none');
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  if (typeof value === 'number') {
    const unit = /(?:Ms|Hours)$/.exec(name)?.[0];
    return unit === 'Ms' ? formatDuration(value) : unit === 'Hours' ? sayIn(value, 'h') : sayCount(value);
  }
  if (typeof value === 'string') return TIME.test(value) ? toText([{ at: value }]) : fieldValue(name, value);
  if (Array.isArray(value))
    return value.length > LISTED
      ? sayCount(value.length)
      : typeof value[0] === 'object'
        ? itemized(value.map((each: unknown) => print(name, each)))
        : enumerated(value.map((each: unknown) => print(name, each)));
  const parts = Object.entries(toRecord(value)).filter(([, part]) => !isNothing(part));
  return enumerated(
    parts.map(([part, inner]) => t('{field} {value}', { field: fieldLabel(part), value: print(part, inner) })),
  );
}

function sayCount(count: number): string {
  return t('{count, number}', { count });
}
