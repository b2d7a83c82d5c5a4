import { all, choose, click, fill, of, press, type Scenes } from './scene';
import type { States } from './states';

/** What the shots of one scene can point at; what is not there yet has no page. */
export interface Found {
  readonly group: string | null;
  readonly orderedGroup: string | null;
  readonly topic: string | null;
  readonly messageId: string | null;
  readonly fingerprint: string | null;
  readonly redriveId: string | null;
  readonly alarmId: string | null;
  /** Of transactions, and a message of it that the broker gave up. */
  readonly payments: string | null;
  readonly givenUpId: string | null;
  /** Of type LITE, with what its clients have not processed. */
  readonly lite: string | null;
  readonly states: States | null;
}

const groupPage =
  (rest = '') =>
  ({ group }: Found): string | null =>
    of(group, (name) => `/groups/${name}${rest}`);
const topicPage =
  (rest = '') =>
  ({ topic }: Found): string | null =>
    of(topic, (name) => `/topics/${name}${rest}`);

const stateOf =
  (state: keyof States) =>
  ({ states }: Found): string | null =>
    of(states?.[state] ?? null, (id) => `/messages/${id}`);

/** Every page of the console, by the name of its pictures. */
export const PAGES: Scenes<Found> = {
  now: () => '/',
  'now-acknowledge': { path: () => '/', act: press('e') },
  handover: () => '/handover?from=-24h',
  past: () => '/?asOf=-1m',
  'group-past': groupPage('?asOf=-1m'),
  'handover-group': ({ group }) => of(group, (name) => `/handover?from=-24h&group=${name}`),
  groups: () => '/groups',
  'group-new': () => '/groups/new',
  group: groupPage(),
  'group-ordered': ({ orderedGroup }) => of(orderedGroup, (name) => `/groups/${name}`),
  'group-clients': groupPage('/clients'),
  'group-clients-differ': ({ states }) => (states === null ? null : `/groups/${states.filtered}/clients`),
  'group-history': groupPage('/history'),
  'group-config': groupPage('/config'),
  'group-pause': { path: groupPage(), act: click('Pause group…') },
  'group-position': { path: groupPage(), act: click('More actions of the group', 'Reset offset…') },
  'group-delete': { path: groupPage(), act: click('More actions of the group', 'Delete group…') },
  'group-config-replay': {
    path: groupPage('/config'),
    act: all(fill('Max retries', '1'), click('Replay with this policy')),
  },
  'group-config-ordered': ({ orderedGroup }) => of(orderedGroup, (name) => `/groups/${name}/config`),
  'group-retries': groupPage('/retries'),
  'group-keys': ({ orderedGroup }) => of(orderedGroup, (name) => `/groups/${name}/keys`),
  'group-retries-peek': { path: groupPage('/retries'), act: press('j', 'Enter') },
  'group-retries-view': { path: groupPage('/retries'), act: click('View: {name}') },
  manual: () => '/help/operate/groups',
  'manual-search': () => '/help?q=stop+rule',
  retries: () => '/retries',
  keys: () => '/keys',
  topics: () => '/topics',
  topic: topicPage(),
  'topic-messages': topicPage('/messages'),
  'topic-scheduled': topicPage('/scheduled'),
  'topic-connect': ({ topic, group }) => of(topic, (name) => `/topics/${name}/connect?group=${group ?? ''}`),
  'topic-connect-group': { path: topicPage('/connect'), act: click('New group…') },
  'topic-decoder': { path: topicPage(), act: click('Set a decoder…') },
  'topic-send': { path: topicPage(), act: click('Send a test message…') },
  'topic-queues': { path: topicPage(), act: click('More actions of {topic}', 'More queues…') },
  'topic-delete': { path: topicPage(), act: click('More actions of {topic}', 'Delete topic…') },
  'topic-transactions': ({ payments }) => of(payments, (name) => `/topics/${name}/transactions`),
  'topic-given-up': ({ payments }) => of(payments, (name) => `/topics/${name}/transactions?state=given-up`),
  'topic-lite-topics': ({ lite }) => of(lite, (name) => `/topics/${name}/lite-topics`),
  'topic-new': { path: () => '/topics', act: click('New topic') },
  messages: () => '/messages',
  'messages-found': ({ messageId }) => of(messageId, (id) => `/messages?q=${id}`),
  'messages-missed': () => '/messages?q=order-62&from=-1h',
  message: ({ messageId }) => of(messageId, (id) => `/messages/${id}`),
  'message-waiting': stateOf('waiting'),
  'message-leased': stateOf('leased'),
  'message-committed': stateOf('committed'),
  'message-discarded': stateOf('discarded'),
  'message-discard': { path: ({ messageId }) => of(messageId, (id) => `/messages/${id}`), act: click('Discard…') },
  'message-given-up': ({ givenUpId }) => of(givenUpId, (id) => `/messages/${id}`),
  'message-given-up-commit': {
    path: ({ givenUpId }) => of(givenUpId, (id) => `/messages/${id}`),
    act: click('Commit…'),
  },
  'dead-letters': () => '/dead-letters',
  'dead-letters-export': { path: () => '/dead-letters', act: click('Export') },
  'dead-letters-version': () => '/dead-letters?groupBy=version',
  'dead-letters-refused': ({ group }) => of(group, (name) => `/dead-letters?group=${name}&key=a&json=%24.a+%3D%3D+b`),
  'dead-letters-peek': ({ group, messageId }) =>
    of(group, (name) => (messageId === null ? null : `/dead-letters?group=${name}&peek=${name}/${messageId}`)),
  cause: ({ group, fingerprint }) =>
    group === null ? null : of(fingerprint, (key) => `/dead-letters/causes/${key}?group=${encodeURIComponent(group)}`),
  'redrive-plan': ({ group }) => of(group, (name) => `/redrives/new?group=${name}&all=1`),
  'redrive-plan-repair': {
    path: ({ group }) => of(group, (name) => `/redrives/new?group=${name}&all=1`),
    act: all(choose('repair by rule'), fill('Field', '/order'), fill('Value', '7'), click('Preview the rule')),
  },
  'redrive-plan-refused': ({ group }) => of(group, (name) => `/redrives/new?group=${name}&key=a&json=%24.a+%3D%3D+b`),
  redrives: () => '/redrives',
  redrive: ({ redriveId }) => of(redriveId, (id) => `/redrives/${id}`),
  redirects: () => '/redirects',
  'dead-letters-redirect': {
    path: ({ group }) => of(group, (name) => `/dead-letters?group=${name}`),
    act: click('Redirect automatically…'),
  },
  throttling: () => '/throttling',
  alarms: () => '/alarms',
  alarm: ({ alarmId }) => of(alarmId, (id) => `/alarms/${id}`),
  'alarm-channels': () => '/alarms/channels',
  approvals: () => '/approvals',
  'settings-approvals': () => '/settings/approvals',
  audit: () => '/audit',
  'audit-row': { path: () => '/audit', act: press('j', 'Enter') },
  settings: () => '/settings',
  'settings-users': () => '/settings/users',
  'settings-teams': () => '/settings/teams',
  'settings-team-new': { path: () => '/settings/teams', act: click('Create team') },
  'settings-team-member': { path: () => '/settings/teams', act: click('Add a member to {team}') },
  'settings-tokens': () => '/settings/tokens',
  'settings-security': () => '/settings/security',
  'settings-access-keys': () => '/settings/access-keys',
  'settings-sending-retry': () => '/settings/sending-retry',
  'settings-dead-letters': () => '/settings/dead-letters',
};
