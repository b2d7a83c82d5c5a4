// A cluster as a team has one: two brokers whose settings drifted apart, clients of both kinds, and a bad hour.
import { addBacklog, addClient, type AttachedFake, startAttachedFake } from '../../lib/testing/cluster/attached';
import { FakeAccess } from '../../lib/testing/cluster/fake-access';
import type { FakeBroker } from '../../lib/testing/cluster/fake-broker';
import { storeLater } from '../../lib/testing/cluster/fake-schedule';
import { consumeCopies } from '../../lib/testing/cluster/fake-ways';
import { addLetter } from '../../lib/testing/cluster/letters';
import type { Product } from '../fixtures/product';
import { callApi } from '../fixtures/seed';

export const CLUSTER = 'eu-prod';
export const GROUP = 'payments-settlement';
export const TOPIC = 'payments';
export const REMINDERS = 'payment-reminders';
const LONG = 'customer-notification-preferences-synchronisation';
const SILENT = 'invoice-mails';
const LETTERS = 24;

export interface ClusterStage {
  readonly fake: AttachedFake;
  /** From now on its consumers take what failed. */
  readonly fix: () => void;
  readonly close: () => Promise<void>;
}

/** Attached, with numbers that move as long as it is open. */
export async function openClusterStage(product: Product, metricsOrigin: string): Promise<ClusterStage> {
  const fake = await startAttachedFake();
  const [a, b] = [fake.broker('broker-a'), fake.broker('broker-b')];
  for (const broker of [a, b]) fill(broker);
  a.addGroup(GROUP, { retryMaxTimes: 5 });
  b.groups.delete(SILENT);
  b.deleteTopic('refunds');
  a.figures['sendThreadPoolQueueHeadWaitTimeMills'] = '140';
  a.figures['sendThreadPoolQueueSize'] = '3200';
  b.figures['commitLogDiskRatio'] = '0.81';
  guard(a);
  guard(b);
  b.access?.addUser('shop', 'shop-secret-2');
  a.config['heartbeatThreadPoolQueueCapacity'] = '50000';
  const metricsAddresses = { 'broker-a': `${metricsOrigin}/metrics`, 'broker-b': `${metricsOrigin}/none` };
  const body = { environment: 'production', nameServers: [fake.address], allowsChanges: true, metricsAddresses };
  await callApi(product, 'PUT', `/clusters/${CLUSTER}`, body);
  let isFixed = false;
  let beats = 0;
  const beating = setInterval(() => {
    beats += 1;
    for (const broker of [a, b]) beat(broker, beats, isFixed);
    for (const group of [GROUP, LONG]) addClient(a, group, `${group}-worker-1@4711@0`);
  }, 1_000);
  for (let n = 0; n < LETTERS; n += 1) letter(n % 3 === 0 ? b : a, n);
  await report(product);
  return {
    fake,
    fix: () => void (isFixed = true),
    close: async () => {
      clearInterval(beating);
      await fake.close();
    },
  };
}

/** Users and rules, as a team of three services has them. */
function guard(broker: FakeBroker): void {
  const access = new FakeAccess();
  Object.assign(broker, { access });
  Object.assign(broker.config, { authenticationEnabled: 'true', authorizationEnabled: 'true' });
  access.addUser('admin', 'admin-secret-1', 'Super');
  for (const name of ['billing', 'shop', 'warehouse']) access.addUser(name, `${name}-secret-1`);
  const allow = (resource: string, actions: readonly string[]) => ({ resource, actions, decision: 'Allow' });
  access.addRule('shop', allow('Topic:orders', ['Pub']));
  access.addRule('billing', allow('Topic:ord*', ['Sub']));
  access.addRule('billing', allow('Group:billing*', ['Sub']));
  access.addRule('warehouse', { ...allow('Topic:*', ['Sub']), sourceIps: ['10.0.0.0/8'] });
  access.addRule('warehouse', { ...allow('Topic:payments', ['Pub', 'Sub']), decision: 'Deny' });
}

/** A cluster that was attached before any team used it. */
export async function openEmptyCluster(product: Product, name: string): Promise<AttachedFake> {
  const fake = await startAttachedFake();
  await callApi(product, 'PUT', `/clusters/${name}`, { environment: 'development', nameServers: [fake.address] });
  return fake;
}

function fill(broker: FakeBroker): void {
  for (const [topic, queues, type] of [
    [TOPIC, 4, 'NORMAL'],
    ['orders', 8, 'FIFO'],
    ['refunds', 2, 'DELAY'],
    [REMINDERS, 4, 'DELAY'],
    ['customer-notification-preferences-events-v2', 8, 'NORMAL'],
  ] as const)
    broker.addTopic(topic, queues, type);
  broker.addGroup(GROUP, { retryMaxTimes: 16 });
  broker.addGroup(LONG);
  broker.addGroup(SILENT);
  broker.addGroup('search-index');
  const indexers = ['10.0.0.12@41#88', '10.0.0.13@57#12'];
  broker.connections.set(
    'search-index',
    indexers.map((clientId) => ({ clientId, language: 'JAVA', version: 457 })),
  );
  for (const clientId of indexers) broker.subscribed.set(clientId, { orders: '*' });
  broker.holding.set(
    '10.0.0.13@57#12',
    ['broker-a', 'broker-b'].flatMap((brokerName, at) =>
      [3, 4, 5, 6 + at].map((queueNo) => ({ brokerName, topic: 'orders', queueNo, commitOffset: 0 })),
    ),
  );
  broker.holding.set(
    '10.0.0.12@41#88',
    ['broker-a', 'broker-b'].flatMap((brokerName, at) => [
      { brokerName, topic: 'orders', queueNo: 0, cachedMsgCount: 8, cachedMsgSizeInMiB: at, commitOffset: 82 },
      ...[1, 2, 3].map((queueNo) => ({ brokerName, topic: 'orders', queueNo, commitOffset: 0 })),
      { brokerName, topic: '%RETRY%search-index', queueNo: 0, commitOffset: -1 },
    ]),
  );
  addBacklog(broker, GROUP, TOPIC, { stored: 1_200, taken: 240 });
  addBacklog(broker, SILENT, 'invoices', { stored: 310, taken: 0 });
  addBacklog(broker, 'search-index', 'orders', { stored: 90, taken: 82 });
  addBacklog(broker, LONG, 'customer-notification-preferences-events-v2', { stored: 60, taken: 60 });
  addWaiting(broker);
  addScheduled(broker);
}

/** What comes again: sent back by a 4.x client, and with a 5.x client or backing off. */
function addWaiting(broker: FakeBroker): void {
  const [schedule, wheel] = ['SCHEDULE_TOPIC_XXXX', 'rmq_sys_wheel_timer'];
  const retry = `%RETRY%${GROUP}_${TOPIC}`;
  broker.addTopic(schedule, 18);
  broker.addTopic(retry);
  broker.addTopic(wheel);
  for (let n = 0; n < 3; n += 1) {
    const sent = { UNIQ_KEY: idOf(700 + n), KEYS: `order-${7_000 + n}`, RETRY_TOPIC: TOPIC };
    const properties = { ...sent, REAL_TOPIC: `%RETRY%${GROUP}`, DELAY: '16' };
    broker.store(schedule, '{}', { queueId: 15, reconsumeTimes: 1 + n, properties });
    broker.store(retry, '{}', { reconsumeTimes: 2, properties: { ...sent, UNIQ_KEY: idOf(800 + n) } });
    const handedOut = { c: GROUP, q: 0, n: 1, d: [0], t: retry, so: n, pt: Date.now(), it: 1_800_000 };
    broker.store(wheel, JSON.stringify(handedOut), {
      properties: { TAGS: 'ck', REAL_TOPIC: 'rmq_sys_REVIVE_LOG_Fake' },
    });
  }
  broker.setOffset(GROUP, retry, 0, { consumer: 2, pull: 2, last: Date.now() });
}

/** Reminders with a time, and some of a 4.x producer with a delay level. */
function addScheduled(broker: FakeBroker): void {
  const first = broker.name === 'broker-a' ? 0 : 40;
  for (let n = first; n < first + 40; n += 1) {
    const sent = { UNIQ_KEY: idOf(900 + n), KEYS: `order-${9_000 + n}`, TAGS: n % 2 === 0 ? 'first' : 'second' };
    const dueMs = broker.timeMs + (n + 1) * 1_140_000;
    const later = n % 8 === 0 ? { DELAY: '18' } : { TIMER_DELIVER_MS: String(dueMs - (dueMs % 60_000)) };
    const body = JSON.stringify({ order: `order-${9_000 + n}`, amount: 129.9 });
    storeLater(broker, REMINDERS, body, { properties: { ...sent, ...later, __BORNHOST: '10.0.0.31' } });
  }
}

/** A second passes: producers send, one consumer falls behind, and what is sent again fails until the fix. */
function beat(broker: FakeBroker, beats: number, isFixed: boolean): void {
  broker.timeMs = Date.now();
  for (let n = 0; n < 6 + (beats % 5); n += 1)
    broker.store(TOPIC, '{}', { properties: { UNIQ_KEY: `B${beats}-${n}` } });
  const taken = 240 + beats * 3;
  broker.setOffset(GROUP, TOPIC, 0, { consumer: taken, pull: taken, last: Date.now() - 90_000 });
  broker.figures['msgPutTotalTodayNow'] = String(beats * 120);
  broker.figures['msgGetTotalTodayNow'] = String(beats * 45);
  broker.figures['pullThreadPoolQueueHeadWaitTimeMills'] = String((beats * 37) % 900);
  consumeCopies(broker, GROUP, () => isFixed);
}

function letter(broker: FakeBroker, n: number): void {
  addLetter(broker, GROUP, {
    ...{ id: idOf(n), topic: TOPIC, reconsumeTimes: 7 },
    body: JSON.stringify({ order: `order-${6200 + n}`, amount: 129.9, currency: 'EUR' }),
    properties: { KEYS: `order-${6200 + n}`, TAGS: n % 2 === 0 ? 'card' : 'sepa' },
  });
}

/** As clients make them. */
function idOf(n: number): string {
  return `01A2B3C4D5E6F7080900000${String(n).padStart(9, '0')}`;
}

async function report(product: Product): Promise<void> {
  const items = Array.from({ length: LETTERS - 4 }, (_, n) => ({
    ...{ messageId: idOf(n), group: GROUP, attempt: 6, appVersion: n % 4 === 0 ? '2.14.1' : '2.14.0' },
    ...(n % 5 === 0
      ? { errorType: 'InvalidIban', message: `IBAN of order-${6200 + n} has a wrong checksum` }
      : {
          errorType: 'PaymentGatewayTimeout',
          message: `northpay did not answer within 3000 ms for order-${6200 + n}`,
        }),
  }));
  await callApi(product, 'POST', `/clusters/${CLUSTER}/failures`, { items });
}
