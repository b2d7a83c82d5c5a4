import { CLUSTER, GROUP, REMINDERS, TOPIC } from './cluster-stage';
import { type Act, all, check, click, fill, of, press, type Scenes } from './scene';

/** What the shots of an attached cluster can point at. */
export interface FoundInCluster {
  readonly workspace: string;
  readonly messageId: string | null;
  readonly fingerprint: string | null;
  readonly redriveId: string | null;
  readonly alarmId: string | null;
  /** About dead letters. */
  readonly letterAlarmId: string | null;
}

const here =
  (path: string) =>
  ({ workspace }: FoundInCluster): string =>
    `/c/${workspace}${path}`;
const inData =
  (path: string) =>
  ({ workspace }: FoundInCluster): string | null =>
    workspace === CLUSTER ? `/c/${workspace}${path}` : null;

/** The form of a cluster that is reached through TLS, with a name that no certificate can have. */
const openTls = all(
  click('Attach a cluster'),
  fill('Name', 'eu-tls'),
  fill('Name servers', '10.0.0.5:9876'),
  check('TLS'),
  fill('Name in certificates', 'brokers.internal:9876'),
  click('Attach'),
);

/** The threads of a client that holds messages. */
const openStacks = all(click('Query messages in progress'), click('Thread stacks'));

/** What the palette offers for a text. */
const find =
  (text: string): Act =>
  async (page, reader) => {
    await press('ControlOrMeta+k')(page, reader);
    await page.keyboard.type(text);
  };

/** A limit that some messages are over already. */
const askWhatIf = all(click('Read waiting messages'), fill('Max retries', '1'));

/** Every page of an attached cluster, by the name of its pictures. */
export const CLUSTER_PAGES: Scenes<FoundInCluster> = {
  'cluster-now': here(''),
  'cluster-groups': here('/groups'),
  'cluster-group': inData(`/groups/${GROUP}`),
  'cluster-topic-scheduled': { path: inData(`/topics/${REMINDERS}`), act: click('Read from the brokers') },
  'cluster-group-waiting': { path: inData(`/groups/${GROUP}`), act: click('Read from the brokers') },
  'cluster-group-clients': inData(`/groups/${GROUP}/clients`),
  'cluster-group-holds': { path: inData('/groups/search-index/clients'), act: click('Query messages in progress') },
  'cluster-group-stacks': { path: inData('/groups/search-index/clients'), act: openStacks },
  'cluster-group-queues': { path: inData('/groups/search-index/clients'), act: click('Query the clients') },
  'cluster-group-config': inData(`/groups/${GROUP}/config`),
  'cluster-group-what-if': { path: inData(`/groups/${GROUP}/config`), act: askWhatIf },
  'cluster-group-equal': { path: inData(`/groups/${GROUP}/config`), act: click('Make equal…') },
  'cluster-group-history': inData(`/groups/${GROUP}/history`),
  'cluster-group-pause': { path: inData(`/groups/${GROUP}`), act: click('Pause group…') },
  'cluster-topics': here('/topics'),
  'cluster-topic-new': { path: here('/topics'), act: click('New topic') },
  'cluster-topic': inData(`/topics/${TOPIC}`),
  'cluster-topic-messages': inData(`/topics/${TOPIC}/messages`),
  'cluster-topic-messages-peek': { path: inData(`/topics/${TOPIC}/messages`), act: press('j', 'Enter') },
  'cluster-topic-messages-refused': here('/topics/orderz/messages'),
  'cluster-topic-missing': inData('/topics/refunds'),
  'cluster-topic-equal': { path: inData('/topics/refunds'), act: click('Make equal…') },
  'cluster-topic-send': { path: inData(`/topics/${TOPIC}`), act: click('Send a test message…') },
  'cluster-letters': here('/dead-letters'),
  'cluster-letters-peek': { path: inData(`/dead-letters?group=${GROUP}`), act: press('j', 'Enter') },
  'cluster-cause': ({ workspace, fingerprint }) =>
    of(fingerprint, (key) => `/c/${workspace}/dead-letters/causes/${key}?group=${GROUP}`),
  'cluster-message': ({ workspace, messageId }) => of(messageId, (id) => `/c/${workspace}/messages/${id}`),
  'cluster-message-copies': {
    path: ({ workspace, messageId }) => of(messageId, (id) => `/c/${workspace}/messages/${id}`),
    act: click('Search the brokers'),
  },
  'cluster-messages': here('/messages'),
  'cluster-messages-found': ({ workspace, messageId }) =>
    of(messageId, (id) => `/c/${workspace}/messages?q=${id}&topic=${TOPIC}`),
  'cluster-messages-by-key': inData(`/messages?q=order-7000&topic=${TOPIC}`),
  'cluster-messages-nothing': inData(`/messages?q=order-999&topic=${TOPIC}`),
  'cluster-messages-no-topic': here('/messages?q=order-999'),
  'cluster-messages-no-such-topic': here('/messages?q=order-999&topic=orderz'),
  'cluster-palette': { path: here('/groups'), act: find('pay') },
  'cluster-audit': here('/audit'),
  'cluster-plan': inData(`/redrives/new?group=${GROUP}&all=1`),
  'cluster-redrives': here('/redrives'),
  'cluster-redrive': ({ workspace, redriveId }) => of(redriveId, (id) => `/c/${workspace}/redrives/${id}`),
  'cluster-brokers': here('/brokers'),
  'cluster-brokers-change': { path: here('/brokers'), act: click('Change {name}') },
  'cluster-access': here('/access'),
  'cluster-access-create': { path: here('/access'), act: click('Create user') },
  'cluster-throttling': here('/throttling'),
  'cluster-alarms': here('/alarms'),
  'cluster-alarm': ({ workspace, alarmId }) => of(alarmId, (id) => `/c/${workspace}/alarms/${id}`),
  'cluster-alarm-letters': ({ workspace, letterAlarmId }) => of(letterAlarmId, (id) => `/c/${workspace}/alarms/${id}`),
  'cluster-not-offered': here('/retries'),
  'cluster-move': here('/move'),
  'settings-clusters': () => '/settings/clusters',
  'settings-cluster-tested': { path: () => '/settings/clusters', act: click('Test connection') },
  'settings-cluster-new': { path: () => '/settings/clusters', act: click('Attach a cluster') },
  'settings-cluster-tls': { path: () => '/settings/clusters', act: openTls },
  'settings-cluster-detach': { path: () => '/settings/clusters', act: click('Detach…') },
};
