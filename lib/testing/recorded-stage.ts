import type { z } from 'zod';
import { openSession } from '../auth/session';
import { createTopic } from '../broker';
import { LetterIndexer } from '../engine';
import { route } from '../console/http/operation';
import { putCluster } from '../console/operations/clusters/clusters';
import { getRuntime } from '../runtime/singleton';
import { withMetadata } from '../store/metadata';
import { call, openTestApi } from './api';
import { addBacklog, addClient, startAttachedFake } from './cluster/attached';
import { addLetter, addLetters } from './cluster/letters';
import { plausible } from './hostile';
import { browser } from './next';
import { leaveUnderWay } from './release/under-way';

export const ORIGIN = 'http://console.test';

export type Values = Readonly<Record<string, unknown>>;

/** A console in which an administrator is signed in, and the names that calls use. */
export interface RecordedStage {
  readonly workspace: string | undefined;
  readonly names: Values;
  close(): Promise<void>;
}

/** Values that rules beyond the schema ask for. */
const GIVEN: Values = {
  ...{
    forMs: 3_600_000,
    until: '2026-03-01T00:00:00.000Z',
    expiresAt: null,
    repeatMs: 0,
    verb: 'hold',
    reason: 'recorded',
  },
  ...{ endpoints: '10.0.0.9:8081', nameServers: ['127.0.0.1:9'], secret: 'a secret key of it', resolution: 'commit' },
  ...{ kind: 'send-rate', scope: 'topic', subject: 'orders', environment: 'staging', caCertificate: null },
  ...{ key: 'a', by: 'topic', version: 1, confirm: 'billing', list: 'groups' },
};

/** The embedded broker with one of everything under way, at a time that stands still. */
export async function openEmbeddedStage(): Promise<RecordedStage> {
  const api = await openTestApi({ realTime: false });
  const { ctx, clock, database } = api.broker;
  await leaveUnderWay(ctx, clock);
  // what calls make is newer than what was there
  clock.advance(1000);
  await createTopic(ctx, {
    name: 'mails-later',
    messageType: 'DELAY',
    queues: 1,
    actor: { kind: 'system', name: 'test' },
  });
  const { prisma } = database.store;
  const operatorId = await signIn(prisma);
  const team = await prisma.team.create({
    data: {
      ...{ name: 'payments', prefixes: ['bill', 'orders'], createdBy: 'test' },
      teamMember: { create: { role: 'operator', operatorId } },
    },
    include: { teamMember: true },
  });
  const dead = await prisma.deadLetter.findFirstOrThrow({ where: { msgId: 'dead' } });
  const names = {
    ...GIVEN,
    ...{
      group: 'billing',
      name: 'billing',
      topic: 'orders',
      id: 'dead',
      messageId: 'dead',
      messageIds: ['dead'],
      q: 'dead',
    },
    ...{ letter: String(dead.deadLetterId), at: `${dead.queueId}-${dead.off}`, fingerprint: dead.fingerprint },
    incidentId: (await prisma.alarmIncident.findFirstOrThrow()).incidentId,
    redriveId: (await prisma.redrive.findFirstOrThrow()).redriveId,
    accessKeyId: (await prisma.accessKey.findFirstOrThrow()).accessKeyId,
    ...{ teamId: team.teamId, memberId: team.teamMember[0]?.memberId, problem: 'dead-letters billing' },
    selection: { messageIds: ['dead'], throughId: Number(dead.deadLetterId) },
  };
  return { workspace: undefined, names, close: () => api.close() };
}

/** An attached cluster of two fake brokers, with dead letters that are indexed, a backlog and a client. */
export async function openClusterStage(): Promise<RecordedStage> {
  const workspace = 'eu-test';
  const api = await openTestApi();
  const fake = await startAttachedFake();
  const body = { environment: 'staging', nameServers: [fake.address], allowsChanges: true };
  await call(route(putCluster), { params: { cluster: workspace }, body });
  for (const broker of fake.brokers.values()) {
    broker.addGroup('billing');
    addBacklog(broker, 'billing', 'orders');
  }
  fake.broker('broker-b').addGroup('billing', { retryMaxTimes: 5 });
  addClient(fake.broker('broker-a'), 'billing', 'worker-1');
  const indexer = new LetterIndexer(api.broker.ctx, getRuntime().clusters);
  const index = async (): Promise<void> => {
    await indexer.pass();
    await indexer.settled();
  };
  // one broker after the other: at once, chance decides which letter is first
  addLetter(fake.broker('broker-a'), 'billing', { id: 'A1', packed: true, body: '{"city":"Lisbon"}' });
  await index();
  addLetters(fake.broker('broker-b'), 'billing', ['B1', 'B2']);
  await index();
  const { prisma } = api.broker.database.store;
  await signIn(prisma);
  const dead = await prisma.clusterDeadLetter.findFirstOrThrow({ where: { msgId: 'A1' } });
  const names = {
    ...GIVEN,
    ...{ group: 'billing', name: 'billing', topic: 'orders', id: 'A1', messageId: 'A1', messageIds: ['A1'], q: 'A1' },
    ...{ letter: String(dead.deadLetterId), fingerprint: dead.fingerprint, cluster: workspace, like: 'broker-a' },
    selection: { messageIds: ['A1'], throughId: Number(dead.deadLetterId) },
  };
  const close = async (): Promise<void> => {
    await indexer.stop();
    await fake.close();
    await api.close();
  };
  return { workspace, names, close };
}

async function signIn(prisma: Parameters<typeof withMetadata>[0]): Promise<number> {
  const email = 'admin@example.com';
  const { operatorId } = await prisma.operator.create({ data: { email, role: 'admin' } });
  const owner = { operatorId, email };
  const session = await withMetadata(prisma, (tx) => openSession(tx, owner, { address: '127.0.0.1', agent: 'test' }));
  browser.headers = new Headers({ host: 'console.test', origin: ORIGIN, cookie: `redrive-session=${session}` });
  return operatorId;
}

const MASKING_RULE = {
  ...{ name: 'card', topics: ['orders'], wholeBody: false, paths: ['$.card.number'], properties: [] },
  ...{ seenFrom: 'admin', shownTo: 'operator' },
};

/** What means something else to some reads and operations; the last that fits counts. */
const MEANT: readonly (readonly [RegExp, (names: Values) => Values])[] = [
  [/redrive|move/i, ({ redriveId }) => ({ id: redriveId })],
  [/alarm/i, ({ incidentId }) => ({ id: incidentId })],
  [/team/i, ({ teamId }) => ({ id: teamId })],
  [/accessKey/i, ({ accessKeyId }) => ({ id: accessKeyId })],
  [/retr(y|ies)/i, () => ({ messageId: 'retry-1', messageIds: ['retry-1'] })],
  [/key|head/i, () => ({ group: 'shipping', topic: 'steps', queueNo: '0', after: '0' })],
  [/alarmRule/i, () => ({ kind: 'group', subject: 'billing', scope: 'group' })],
  [/scheduled/i, () => ({ topic: 'mails-later' })],
  [/transaction/i, () => ({ topic: 'payments', id: 'silent', messageId: 'silent' })],
  [/setting|producer-?retry/i, () => ({ name: 'producer-retry', version: 0 })],
  [/triage/i, () => ({ version: 0 })],
  [/createGroup|createTopic/i, () => ({ name: 'made-here' })],
  [/nameTaken/i, () => ({ kind: 'group' })],
  [/updateTopic/i, () => ({ type: 'NORMAL', version: 'as it was' })],
  [/deleteTopic/i, () => ({ topic: 'steps', name: 'steps', confirm: 'steps' })],
  [/deleteGroup/i, () => ({ group: 'mailer', name: 'mailer', confirm: 'mailer' })],
  [/startRedrive|redrivePlan/i, () => ({ all: true, messageIds: undefined, topic: undefined })],
  [/discard|keepLetters|changeRetries|openLetters/i, () => ({ all: true, messageIds: undefined })],
  [/masking/i, () => ({ rules: [MASKING_RULE] })],
  [/history/i, () => ({ scope: 'group', subject: 'billing' })],
];

/** What the schema of a read or operation needs, and the names that it has a field for. */
export function recordedInput(
  { names }: RecordedStage,
  name: string,
  schema: z.ZodType | null,
): Record<string, unknown> {
  const meant = MEANT.filter(([fits]) => fits.test(name)).map(([, valuesOf]) => valuesOf(names));
  const given = Object.assign({}, names, ...meant) as Values;
  const { shape = {} } = (schema?.def ?? {}) as { readonly shape?: Readonly<Record<string, z.ZodType>> };
  const parts = Object.entries(shape).filter(([key, part]) => key in given || !part.safeParse(undefined).success);
  return Object.fromEntries(
    parts.map(([key, part]) => [key, part.safeParse(given[key]).success ? given[key] : plausible(part)]),
  );
}

/** What removes or ends things comes last, so that what is before it finds them. */
export function laterOf(name: string): number {
  if (/delete|detach|remove/i.test(name)) return 2;
  return /discard|bury|moveToDlq|disable|cancel|recall|reset|restore|release|revert|revoke/i.test(name) ? 1 : 0;
}
