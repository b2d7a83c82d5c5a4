interface Change {
  readonly before: unknown;
  readonly after: unknown;
  readonly counts: unknown;
}

/** What ?action= may start with. */
export const actionKinds = [
  { value: 'group.', label: 'groups' },
  { value: 'topic.', label: 'topics' },
  { value: 'message.', label: 'messages' },
  { value: 'redrive.', label: 're-drives' },
  { value: 'dead-letter.', label: 'dead letters' },
  { value: 'transaction.', label: 'transactions' },
  { value: 'session.', label: 'sign-ins' },
  { value: 'user.', label: 'users' },
  { value: 'access.', label: 'refusals' },
  { value: 'token.', label: 'API tokens' },
  { value: 'access-key.', label: 'access keys' },
  { value: 'practice.', label: 'practice' },
] as const;

const sentences: Readonly<Record<string, string>> = {
  'access.deny': 'was refused',
  'session.open': 'signed in',
  'session.close': 'signed out',
  'session.end': 'ended a session',
  'session.end-others': 'ended all other sessions',
  'session.refuse': 'sign-in refused',
  'session.limit': 'sign-in refused, too many attempts',
  'user.first-admin': 'became the first admin',
  'user.ensure-admin': 'admin from the environment',
  'user.set-password': 'set a password',
  'user.change-password': 'changed the password',
  'user.refuse-password': 'password change refused',
  'token.refuse': 'API token refused',
  'user.new-link': 'made a new link',
};

/** "group.update" → "updated group" would need grammar; "group update" reads well and stays searchable. */
export function describeAction(action: string): string {
  return sentences[action] ?? action.replace('.', ' ').replaceAll('-', ' ');
}

/** "maxRetries 14 → 16 · 3 sessionsEnded": only what differs. */
export function describeChange({ before, after, counts }: Change): string {
  const old = toRecord(before);
  const now = toRecord(after);
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  const changed = names
    .filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]))
    .map((name) => {
      if (!(name in old)) return `${name} ${print(now[name])}`;
      return name in now ? `${name} ${print(old[name])} → ${print(now[name])}` : `${name} was ${print(old[name])}`;
    });
  const counted = Object.entries(toRecord(counts)).map(([name, count]) => `${name} ${print(count)}`);
  return [...changed, ...counted].join(' · ');
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function print(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
