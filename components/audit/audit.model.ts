import { formatDuration } from '@/components/ui/duration.model';
import { sayIn } from '@/lib/model/duration';
import { enumerated, itemized } from '@/lib/model/language/list';
import { msg, t } from '@/lib/model/language/t';
import { valuesOf } from '@/lib/model/language/retell';
import type { Phrase } from '@/lib/model/problem/phrase';
import { fieldLabel, unitOf } from './fields.model';
import { fieldValue } from './values.model';

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

/** "max retries 14 → 16 · sessions ended 3": only what differs. Times stay times: each reader has a zone. */
export function describeChange({ before, after, counts }: Change): readonly Phrase[] {
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
  return withTimes([...changed, ...counted].filter((part) => part !== '').join(' · '));
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

/** Of private use: no text that people write has it. */
const MARK = '\uE010';

function withTimes(text: string): readonly Phrase[] {
  return text
    .split(MARK)
    .map((part) => (TIME.test(part) ? { at: part } : part))
    .filter((part) => part !== '');
}

const RESET = msg('before the reset of {at}');

function printText(name: string, value: string): string {
  if (TIME.test(value)) return `${MARK}${value}${MARK}`;
  // Written so with the undoing of a reset.
  const { at } = (name === 'since' ? valuesOf(RESET, value) : undefined) ?? {};
  return at === undefined ? fieldValue(name, value) : t(RESET, { at: printText('', at) });
}

function printNumber(name: string, value: number): string {
  switch (unitOf(name)) {
    case 'Ms':
      return formatDuration(value);
    case 'Seconds':
      return formatDuration(value * 1000);
    case 'Minutes':
      return sayIn(value, 'm');
    case 'Hours':
      return sayIn(value, 'h');
    case 'Days':
      return sayIn(value, 'd');
    case 'Bytes':
      return t('{count, plural, one {# byte} other {# bytes}}', { count: value });
    default:
      return sayCount(value);
  }
}

function print(name: string, value: unknown): string {
  if (isNothing(value)) return t('none');
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  if (typeof value === 'number') return printNumber(name, value);
  if (typeof value === 'string') return printText(name, value);
  if (Array.isArray(value))
    return value.length > LISTED
      ? sayCount(value.length)
      : typeof value[0] === 'object'
        ? itemized(value.map((each: unknown) => print(name, each)))
        : enumerated(value.map((each: unknown) => print(name, each)));
  const parts = Object.entries(toRecord(value)).filter(([, part]) => !isNothing(part));
  return enumerated(
    parts.map(([part, inner]) => t('{part} {value}', { part: fieldLabel(part), value: print(part, inner) })),
  );
}

function sayCount(count: number): string {
  return t('{count, number}', { count });
}
