import { formatDuration } from '@/lib/model/duration';
import { formatCount } from '@/components/ui/number.model';

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
  { value: 'retry.', label: 'retries' },
  { value: 'key.', label: 'blocked keys' },
  { value: 'approval.', label: 'approvals' },
  { value: 'redrive.', label: 're-drives' },
  { value: 'redirect.', label: 'redirects' },
  { value: 'dead-letter.', label: 'dead letters' },
  { value: 'cause.', label: 'causes' },
  { value: 'transaction.', label: 'transactions' },
  { value: 'limit.', label: 'limits' },
  { value: 'alarm', label: 'alarms' },
  { value: 'setting.', label: 'settings' },
  { value: 'managed.', label: 'configuration in git' },
  { value: 'session.', label: 'sign-ins' },
  { value: 'user.', label: 'users' },
  { value: 'team.', label: 'teams' },
  { value: 'factor.', label: 'ways to sign in' },
  { value: 'access.', label: 'refusals' },
  { value: 'token.', label: 'API tokens' },
  { value: 'access-key.', label: 'access keys' },
  { value: 'cluster.', label: 'clusters' },
  { value: 'problem.', label: 'problems' },
  { value: 'practice.', label: 'practice' },
  { value: 'database.', label: 'database' },
] as const;

/** What the two halves of an action's name do not say well. */
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
  'user.set-language': 'changed the language of the console',
  'user.refuse-password': 'password change refused',
  'user.save-view': 'saved a view',
  'user.change-view': 'changed a view',
  'user.delete-view': 'deleted a view',
  'problem.acknowledge': 'acknowledged a problem',
  'problem.release': 'gave a problem back',
  'user.change-role': 'changed role of user',
  'user.new-link': 'created a new password link',
  'database.restore': 'restored a backup of',
  'user.end-sessions': 'ended all sessions of user',
  'team.add-member': 'added a member to team',
  'team.change-member': 'changed the role of a member of team',
  'team.remove-member': 'removed a member of team',
  'message.read-body': 'read the body of message',
  'message.download-body': 'downloaded the body of message',
  'message.unmask': 'had hidden values shown of message',
  'token.rotate': 'rotated secret of API token',
  'token.refuse': 'API token refused',
  'access-key.rotate': 'rotated secret of access key',
  'message.send-test': 'sent a test message',
  'message.consume': 'had one client consume message',
  'cluster.attach': 'attached cluster',
  'cluster.detach': 'detached cluster',
  'cluster.test': 'tested connection to cluster',
  'broker-setting.update-partly': 'changed broker setting on some brokers only',
  'cluster-user.update-partly': 'changed user of the cluster on some brokers only',
  'cluster-user.delete-partly': 'deleted user of the cluster on some brokers only',
  'cluster-user.make-equal': 'made brokers equal for user of the cluster',
  'cluster-user.make-equal-partly': 'made some brokers equal for user of the cluster',
  'cluster-rule.update': 'changed a rule of user of the cluster',
  'cluster-rule.update-partly': 'changed a rule, on some brokers only, of user of the cluster',
  'cluster-rule.delete': 'deleted a rule of user of the cluster',
  'cluster-rule.delete-partly': 'deleted a rule, on some brokers only, of user of the cluster',
  'group.make-equal': 'made brokers equal for group',
  'group.make-equal-partly': 'made some brokers equal for group',
  'group.make-equal-refused': 'could not make brokers equal for group',
  'group.delete-partly': 'deleted group on some brokers only',
  'group.delete-refused': 'could not delete group',
  'topic.delete-partly': 'deleted topic on some brokers only',
  'topic.delete-refused': 'could not delete topic',
  'group.update-refused': 'could not change group',
  'group.pause-refused': 'could not pause group',
  'group.resume-refused': 'could not resume group',
  'group.update-partly': 'changed group on some brokers only',
  'group.reset-offset-partly': 'reset position of group on some brokers only',
  'group.pause-partly': 'paused group on some brokers only',
  'group.resume-partly': 'resumed group on some brokers only',
  'group.reset-offset': 'reset position of group',
  'group.override': 'changed, though managed by git, group',
  'topic.override': 'changed, though managed by git, topic',
  'managed.override': 'changed, though managed by git,',
  'managed.mark': 'let git manage entries of',
  'managed.release': 'released from git entries of',
  'topic.grow': 'added queues to topic',
  'topic.failover': 'set failover endpoint of topic',
  'topic.failover-remove': 'removed failover endpoint of topic',
  'topic.decoder': 'set body decoder of topic',
  'topic.decoder-remove': 'removed body decoder of topic',
  'retry.now': 'retried waiting messages',
  'retry.bury': 'sent waiting messages to dead letters',
  'key.retry': 'retried head of key',
  'key.bury': 'sent head of key to dead letters',
  'approval.ask': 'asked a second person about a change of',
  'approval.approve': 'approved a change of',
  'approval.refuse': 'refused a change of',
  'approval.withdraw': 'withdrew a change of',
  'redrive.advance': 'next step of re-drive',
  'redrive.hold': 'held re-drive',
  'redrive.continue': 'continued re-drive',
  'redrive.make-helper': 'made helper group of re-drive',
  'redrive.remove-helper': 'removed helper group of re-drive',
  'redirect.canary-passed': 'saw the canary consumed of redirect of',
  'redirect.create': 'created redirect of',
  'redirect.pause': 'paused redirect of',
  'redirect.resume': 'resumed redirect of',
  'redirect.end': 'ended redirect of',
  'dead-letter.extend': 'extended expiry of dead letters',
  'dead-letter.unaccept': 'withdrew acceptance of dead letters',
  'alarm.unsilence': 'ended silence of alarm',
  'transaction.rollback': 'rolled back transaction',
  'practice.scene': 'played a scene of the practice incident',
  'practice.fix': 'deployed the fix of the practice incident',
  'practice.break': 'broke the practice incident again',
};

const NOUNS: Readonly<Record<string, string>> = {
  retry: 'waiting messages',
  redrive: 're-drive',
  token: 'API token',
  practice: 'practice incident',
  'broker-setting': 'broker setting',
  'cluster-user': 'user of the cluster',
  'dead-letter': 'dead letters',
};

const VERBS: Readonly<Record<string, string>> = {
  accept: 'accepted',
  acknowledge: 'acknowledged',
  add: 'added',
  cancel: 'cancelled',
  commit: 'committed',
  complete: 'completed',
  create: 'created',
  delete: 'deleted',
  disable: 'disabled',
  discard: 'discarded',
  enable: 'enabled',
  export: 'exported',
  hold: 'held',
  pause: 'paused',
  recall: 'recalled',
  release: 'released',
  remove: 'removed',
  reset: 'reset',
  restore: 'restored',
  resume: 'resumed',
  revoke: 'revoked',
  silence: 'silenced',
  start: 'started',
  stop: 'stopped',
  triage: 'triaged',
  update: 'changed',
};

/** "group.update" as people say it: "changed group". */
export function describeAction(action: string): string {
  const [noun = '', verb = ''] = action.split('.');
  const did = VERBS[verb];
  return sentences[action] ?? (did === undefined ? words(action) : `${did} ${NOUNS[noun] ?? words(noun)}`);
}

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
      if (!(name in old)) return isNothing(now[name]) ? '' : `${label(name)} ${is}`;
      return name in now ? `${label(name)} ${was} → ${is}` : `${label(name)} was ${was}`;
    });
  const counted = Object.entries(toRecord(counts)).map(([name, count]) => `${label(name)} ${print(name, count)}`);
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

function print(name: string, value: unknown): string {
  if (isNothing(value)) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number')
    return name.endsWith('Ms') ? formatDuration(value) : name.endsWith('Hours') ? `${value} h` : formatCount(value);
  if (typeof value === 'string') return value;
  if (Array.isArray(value))
    return value.length > LISTED
      ? formatCount(value.length)
      : value.map((each: unknown) => print(name, each)).join(typeof value[0] === 'object' ? '; ' : ', ');
  return Object.entries(toRecord(value))
    .filter(([, part]) => !isNothing(part))
    .map(([part, inner]) => `${label(part)} ${print(part, inner)}`)
    .join(', ');
}

/** "maxRetries" as "max retries"; a unit stands with the value. */
function label(name: string): string {
  return words(name.replace(/(Ms|Hours)$/, ''))
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
}

function words(name: string): string {
  return name.replace('.', ' ').replaceAll('-', ' ');
}
