/** What the shots of one scene can point at; what is not there yet has no page. */
export interface Found {
  readonly group: string | null;
  readonly orderedGroup: string | null;
  readonly topic: string | null;
  readonly messageId: string | null;
  readonly fingerprint: string | null;
  readonly redriveId: string | null;
  readonly alarmId: string | null;
}

type Path = (found: Found) => string | null;

const of = (value: string | null, path: (encoded: string) => string | null): string | null =>
  value === null ? null : path(encodeURIComponent(value));

/** Every page of the console, by the name of its pictures. */
export const PAGES: Readonly<Record<string, Path>> = {
  now: () => '/',
  groups: () => '/groups',
  'group-new': () => '/groups/new',
  group: ({ group }) => of(group, (name) => `/groups/${name}`),
  'group-config': ({ group }) => of(group, (name) => `/groups/${name}/config`),
  'group-config-ordered': ({ orderedGroup }) => of(orderedGroup, (name) => `/groups/${name}/config`),
  'group-retries': ({ group }) => of(group, (name) => `/groups/${name}/retries`),
  'group-keys': ({ orderedGroup }) => of(orderedGroup, (name) => `/groups/${name}/keys`),
  retries: () => '/retries',
  keys: () => '/keys',
  topics: () => '/topics',
  topic: ({ topic }) => of(topic, (name) => `/topics/${name}`),
  'topic-messages': ({ topic }) => of(topic, (name) => `/topics/${name}/messages`),
  messages: () => '/messages',
  'messages-found': ({ messageId }) => of(messageId, (id) => `/messages?q=${id}`),
  'messages-missed': () => '/messages?q=order-62&from=-1h',
  message: ({ messageId }) => of(messageId, (id) => `/messages/${id}`),
  'dead-letters': () => '/dead-letters',
  'dead-letters-version': () => '/dead-letters?groupBy=version',
  'dead-letters-refused': ({ group }) => of(group, (name) => `/dead-letters?group=${name}&key=a&json=%24.a+%3D%3D+b`),
  'dead-letters-peek': ({ group, messageId }) =>
    of(group, (name) => (messageId === null ? null : `/dead-letters?group=${name}&peek=${name}/${messageId}`)),
  cause: ({ group, fingerprint }) =>
    group === null ? null : of(fingerprint, (key) => `/dead-letters/causes/${key}?group=${encodeURIComponent(group)}`),
  'redrive-plan': ({ group }) => of(group, (name) => `/redrives/new?group=${name}&all=1`),
  redrives: () => '/redrives',
  redrive: ({ redriveId }) => of(redriveId, (id) => `/redrives/${id}`),
  throttling: () => '/throttling',
  alarms: () => '/alarms',
  alarm: ({ alarmId }) => of(alarmId, (id) => `/alarms/${id}`),
  'alarm-channels': () => '/alarms/channels',
  audit: () => '/audit',
  settings: () => '/settings',
  'settings-users': () => '/settings/users',
  'settings-tokens': () => '/settings/tokens',
  'settings-access-keys': () => '/settings/access-keys',
  'settings-sending-retry': () => '/settings/sending-retry',
  'settings-dead-letters': () => '/settings/dead-letters',
};
