// @module-tag landing
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { createApiToken } from '../../auth/manage-api-tokens';
import { can, type Permission, type Principal, type Rights, scopeOf } from '../../auth/permission';
import { askApproval, createTopic } from '../../broker';
import { isBrokerError } from '../../model/errors';
import { TEAM_ROLES, type TeamRole } from '../../model/access/team';
import { openTestApi, type TestApi } from '../../testing/api';
import { plausible } from '../../testing/hostile';
import { leaveUnderWay } from '../../testing/release/under-way';
import { enterSubject, mayEnter, type SubjectOf } from '../http/subject';
import { downloadDeadLetters, downloadMessageBody, downloadRedriveMessages, downloadStays } from '../reads/downloads';
import { reads, type ReadName } from '../reads/registry';
import { callTool } from '../mcp/tools';
import { apiRoutes } from './routes';

/** Two teams that share nothing. */
const OURS = ['bill', 'orders', 'ship', 'steps', 'mail'];
const THEIRS = ['ledger', 'payments', 'screens', 'news', 'remind', 'later'];
/** Names that the answer to a member of the other team must not hold. */
const OUR_NAMES = ['billing', 'shipping', 'mailer', '"orders', 'steps', 'mails', 'retry-1', 'mail-1', 'a-1"', 'pushed'];
const THEIR_NAMES = ['ledger', 'payments', 'screens', 'reminders', 'later-1', 'news-1', 'screen-1'];

let api: TestApi;
const tokens = new Map<string, string>();
let made: {
  /** A team with our prefixes; one of the strangers. */
  readonly team: number;
  readonly theirTeam: number;
  readonly incident: number;
  readonly redrive: number;
  readonly redirect: number;
  readonly approval: number;
  readonly letter: number;
  readonly at: string;
  readonly fingerprint: string;
};

async function join(name: string, prefixes: readonly string[], role: TeamRole): Promise<void> {
  const { store } = api.broker.database;
  const maker = { kind: 'system', name: 'test' } as const;
  const { secret } = await createApiToken(store, maker, { name, rights: 'member', expiresInDays: null });
  tokens.set(name, secret);
  const { apiTokenId } = await store.prisma.apiToken.findFirstOrThrow({ where: { name } });
  const teamMember = { create: { role, apiTokenId } };
  await store.prisma.team.create({ data: { name, prefixes: [...prefixes], createdBy: 'test', teamMember } });
}

beforeAll(async () => {
  api = await openTestApi({ realTime: false });
  await leaveUnderWay(api.broker.ctx, api.broker.clock);
  const actor = { kind: 'system', name: 'test' } as const;
  await createTopic(api.broker.ctx, { name: 'mails-later', messageType: 'DELAY', queues: 1, actor });
  await createTopic(api.broker.ctx, { name: 'mails-lite', messageType: 'LITE', queues: 1, actor });
  for (const role of TEAM_ROLES) await join(`team ${role}`, OURS, role);
  await join('stranger', THEIRS, 'owner');
  const { prisma } = api.broker.database.store;
  const dead = await prisma.deadLetter.findFirstOrThrow({ where: { msgId: 'dead' } });
  const teamOf = async (name: string) => (await prisma.team.findUniqueOrThrow({ where: { name } })).teamId;
  const request = { workspace: null, operation: 'discardDeadLetters', group: 'billing', messages: 2, reason: '' };
  const input = { group: 'billing', all: true };
  const { approvalId } = await askApproval(api.broker.ctx, { ...request, input, actor, hours: 8 });
  const { groupId } = await prisma.consumerGroup.findFirstOrThrow({ where: { name: 'billing' } });
  const { topicId } = await prisma.topic.findFirstOrThrow({ where: { name: 'orders' } });
  const [since, until] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-01-02T00:00:00Z')];
  const { redirectId } = await prisma.redirect.create({
    data: {
      ...{ groupId, targetTopicId: topicId, ratePerSecond: 1, canary: 1, since, until },
      ...{ reason: 'test', createdBy: 'test' },
    },
  });
  made = {
    redirect: redirectId,
    team: await teamOf('team owner'),
    theirTeam: await teamOf('stranger'),
    incident: (await prisma.alarmIncident.findFirstOrThrow()).incidentId,
    redrive: (await prisma.redrive.findFirstOrThrow()).redriveId,
    approval: approvalId,
    letter: Number(dead.deadLetterId),
    fingerprint: dead.fingerprint,
    at: `${dead.queueId}-${dead.off}`,
  };
}, 60_000);
afterAll(() => api.close());

type Side = 'ours' | 'nothing';
type Values = Readonly<Record<string, unknown>>;

/** What inputs call the group, the topic, the message and so on, of our team or of nothing. */
function namesFor(side: Side): Values {
  if (side === 'nothing')
    return {
      ...{ group: 'no-such-group', name: 'no-such-group', topic: 'no-such-topic', id: 'none', letter: '999' },
      ...{ incidentId: 999, redriveId: 999, redirectId: 999, teamId: 999, memberId: 999 },
      ...{ problem: 'none', at: '999-999', scope: 'group', entries: [{ kind: 'group', name: 'no-such-group' }] },
    };
  return {
    ...{ group: 'billing', name: 'billing', topic: 'orders', id: 'dead', letter: String(made.letter) },
    ...{
      incidentId: made.incident,
      redriveId: made.redrive,
      redirectId: made.redirect,
      teamId: made.team,
      memberId: 1,
      problem: 'dead-letters billing',
      at: made.at,
      scope: 'group',
      entries: [{ kind: 'group', name: 'billing' }],
    },
  };
}

/** What some reads need beside names, or call by another name. */
function moreFor(name: ReadName, side: Side): Values {
  const number = (of: number): string => String(side === 'ours' ? of : 999);
  const fingerprint = { fingerprint: side === 'ours' ? made.fingerprint : 'none' };
  const more: Partial<Record<ReadName, Values>> = {
    ...{ redrive: { id: number(made.redrive) }, redriveItems: { id: number(made.redrive) } },
    ...{
      redriveSeries: { id: number(made.redrive) },
      redriveGroups: { several: '1' },
      redrivePlan: { all: '1', topic: undefined },
      scheduled: { topic: side === 'ours' ? 'mails-later' : 'none' },
      liteTopics: { topic: side === 'ours' ? 'mails-lite' : 'none' },
    },
    ...{ alarm: { id: number(made.incident) }, alarmSeries: { id: number(made.incident) } },
    ...{ alarmLetters: { id: number(made.incident) }, keyLane: { queueNo: '0', key: 'k', after: '0' } },
    ...{ letterPlan: { verb: 'hold' }, retryPlan: { verb: 'hold' }, letterGroups: { by: 'topic' } },
    ...{ groupOffset: { to: 'newest' }, heldMessages: { client: 'client-1' }, savedViews: { list: 'groups' } },
    ...{
      suggestions: { q: side === 'ours' ? 'dead' : 'none' },
      foundMessages: { q: side === 'ours' ? 'dead' : 'none' },
    },
    storedMessage: { at: `1-1@broker-a@${side === 'ours' ? 'orders' : 'no-such-topic'}` },
    ...{ cause: fingerprint, causeAround: fingerprint, causeFields: fingerprint },
    ...{ causeLetters: fingerprint, causeSpread: fingerprint },
    ...{ setting: { name: 'producer-retry' }, approvalPlan: { id: number(made.approval) }, past: { asOf: '-0m' } },
  };
  return more[name] ?? {};
}

/** What a schema needs, and the names that it has a field for. */
function inputOf(schema: z.ZodType, given: Values): Record<string, unknown> {
  const { shape = {} } = schema.def as { readonly shape?: Readonly<Record<string, z.ZodType>> };
  const parts = Object.entries(shape).filter(([key, part]) => key in given || !part.safeParse(undefined).success);
  return Object.fromEntries(parts.map(([key, part]) => [key, key in given ? given[key] : plausible(part)]));
}

interface Asked {
  readonly status: number;
  readonly text: string;
}

async function ask(name: ReadName, who: string, side: Side): Promise<Asked> {
  const { input, GET } = reads[name];
  const given = inputOf(input, { ...namesFor(side), ...moreFor(name, side) });
  const query = new URLSearchParams(
    Object.entries(given)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]): [string, string] => [key, String(value)]),
  );
  const headers = { authorization: `Bearer ${tokens.get(who) ?? api.tokens.get(who as Rights) ?? ''}` };
  const response = await GET(new Request(`http://console.test/api/console/x?${query.toString()}`, { headers }));
  return { status: response.status, text: await response.text() };
}

/** The same but for what was asked for, and for the time. */
function plain({ status, text }: Asked): Asked {
  const names = [
    ...Object.values(namesFor('ours')),
    ...Object.values(namesFor('nothing')),
    made.redrive,
    made.redirect,
    made.incident,
  ];
  const asked = ['mails-later', 'mails-lite', ...names].filter(
    (name) => typeof name === 'string' || typeof name === 'number',
  );
  const rest = text
    .replaceAll(/"tookMs":[\d.]+|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '')
    .replaceAll(new RegExp(`\\b(${asked.join('|')})\\b`, 'g'), '…');
  return { status, text: rest };
}

function holds(text: string, names: readonly string[]): string[] {
  return names.filter((name) => text.includes(name));
}

describe.each(Object.keys(reads) as ReadName[])('read %s', (name) => {
  test('a member gets what a viewer or operator of everything gets of the team, and no name of others', async () => {
    const { subject, permission } = reads[name];
    const whole = await ask(name, 'admin', 'ours');
    for (const role of TEAM_ROLES) {
      const principal = { role: 'member', grants: [{ prefix: 'x', role }] } as const;
      const may = subject === 'system' ? false : can(principal, permission);
      const { status, text } = await ask(name, `team ${role}`, 'ours');
      expect({ name, role, status, text }).toEqual({
        name,
        role,
        status: may ? whole.status : 403,
        text: expect.any(String),
      });
      expect({ name, role, holds: holds(text, THEIR_NAMES) }).toEqual({ name, role, holds: [] });
    }
  });

  test('to another team what is ours does not exist', async () => {
    const ours = await ask(name, 'stranger', 'ours');
    const nothing = await ask(name, 'stranger', 'nothing');
    expect(plain(ours)).toEqual(plain(nothing));
    if (ours.status === 200) expect(holds(plain(ours).text, OUR_NAMES)).toEqual([]);
  });
});

test('the matrix asks for what is there: almost every read answers the administrator', async () => {
  const answers = await Promise.all(
    (Object.keys(reads) as ReadName[]).map(async (name) => [name, (await ask(name, 'admin', 'ours')).status] as const),
  );
  const isOffered = (name: ReadName): boolean => reads[name].engines.includes('embedded');
  const unanswered = answers.filter(([name, status]) => isOffered(name) && status !== 200);
  expect(unanswered).toEqual([]);
});

interface Entry {
  readonly name: string;
  readonly permission: Permission;
  readonly subject: SubjectOf<unknown>;
  readonly inputs: (side: Side) => unknown;
  readonly isReading: boolean;
}

const actions: Entry[] = [];
const folder = fileURLToPath(new URL('../actions/', import.meta.url));
for (const file of readdirSync(folder).filter((each) => each.endsWith('.ts') && !each.includes('.test.'))) {
  const exported = (await import(`${folder}${file}`)) as Record<string, unknown>;
  for (const [name, action] of Object.entries(exported))
    if (typeof action === 'function' && 'guard' in action) {
      const { permission, subject } = action.guard as Entry;
      actions.push({ name, permission, subject, inputs: (side) => onlyOf(name, namesFor(side)), isReading: false });
    }
}

/** The name of a new topic is a topic, and re-drives, alarms and teams are named by their ids. */
function onlyOf(name: string, values: Values): Values {
  if (name.endsWith('AlarmAction')) return { ...values, id: String(values['incidentId']) };
  if (/Team(Member)?Action$/.test(name)) return { ...values, id: values['teamId'] };
  if (name.endsWith('RedirectAction')) return { ...values, id: String(values['redirectId']) };
  if (name.endsWith('RedriveAction')) return { ...values, id: String(values['redriveId']) };
  return name === 'createTopicAction' ? { ...values, name: values['topic'] } : values;
}

const routes = apiRoutes.map(({ operation, subject }): Entry => {
  const { name, permission, method, path } = operation;
  const id = (values: Values): unknown => {
    if (path.startsWith('/teams')) return values['teamId'];
    if (path.startsWith('/redirects')) return String(values['redirectId']);
    return path.startsWith('/alarms') ? values['incidentId'] : String(values['redriveId']);
  };
  return {
    ...{ name, permission, isReading: method === 'get', subject: subject as SubjectOf<unknown> },
    inputs: (side) => {
      const values = namesFor(side);
      const body = name === 'createTopic' ? { ...values, name: values['topic'] } : values;
      return { params: { ...values, id: id(values) }, query: values, body };
    },
  };
});

function member(role: TeamRole, prefixes: readonly string[]): Principal {
  const teamId = prefixes === THEIRS ? made.theirTeam : made.team;
  return {
    ...{ kind: 'token', name: 'x', role: 'member', grants: prefixes.map((prefix) => ({ prefix, role, teamId })) },
    ...{ address: '', operatorId: null, sessionId: null, confirmed: true },
  };
}

/** What the one place says that all of them pass through. */
async function outcome(entry: Entry, principal: Principal, side: Side, workspace?: string): Promise<string> {
  if (!mayEnter(principal, entry)) return 'forbidden';
  try {
    await enterSubject(principal, entry, entry.inputs(side), workspace, entry.isReading);
    return 'allowed';
  } catch (error) {
    if (!isBrokerError(error)) throw error;
    return `${error.code}: ${plain({ status: 0, text: error.message }).text}`;
  }
}

describe.each([...actions, ...routes].map((entry) => [entry.name, entry] as const))('%s', (name, entry) => {
  const { subject, permission, isReading } = entry;

  test.each(TEAM_ROLES)('for a %s of the team', async (role) => {
    const principal = member(role, OURS);
    const may = subject !== 'system' && (subject === 'own' || can(principal, permission));
    expect({ name, is: await outcome(entry, principal, 'ours') }).toEqual({ name, is: may ? 'allowed' : 'forbidden' });
  });

  test('to another team what is ours does not exist', async () => {
    const is = await outcome(entry, member('owner', THEIRS), 'ours');
    expect({ name, is }).toEqual({ name, is: await outcome(entry, member('owner', THEIRS), 'nothing') });
    const isOfNames = typeof subject === 'object' && scopeOf(member('owner', THEIRS), permission)?.length !== 0;
    if (isOfNames && !isReading) expect(is).not.toBe('allowed');
  });

  test('roles for everything are as before', async () => {
    for (const role of ['viewer', 'operator', 'admin'] as const) {
      const principal = { ...member('owner', []), role, grants: [] };
      const is = can(principal, permission) ? 'allowed' : 'forbidden';
      expect({ role, is: await outcome(entry, principal, 'nothing') }).toEqual({ role, is });
    }
  });

  test('an attached cluster is of no team', async () => {
    const is = await outcome(entry, member('owner', OURS), 'ours', 'eu-prod');
    expect(subject === 'own' ? 'forbidden' : is).not.toBe('allowed');
  });
});

test('operations that read: no name of another team, and no failure', async () => {
  for (const route of apiRoutes.filter(({ operation: { method } }) => method === 'get')) {
    const { operation, handle } = route;
    const values = namesFor('ours');
    const { name, path, params, query } = operation;
    const given = {
      ...values,
      id: path.startsWith('/alarms') ? made.incident : path.includes('redrives') ? made.redrive : 'dead',
    };
    const texts = (of: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(of).map(([key, value]) => [key, String(value)]));
    const inQuery = query === null ? {} : inputOf(query, given);
    const asked = new URLSearchParams(texts(inQuery)).toString();
    const headers = { authorization: `Bearer ${tokens.get('team operator') ?? ''}` };
    const request = new Request(`http://console.test/api/v1/x?${asked}`, { headers });
    const inPath = params === null ? {} : texts(inputOf(params, given));
    const answer = await handle(request, inPath);
    const text = await answer.text();
    // the MCP server is a door to the same handler
    const throughMcp = await callTool(new Request('http://console.test/mcp', { headers }), route, {
      ...inQuery,
      ...inPath,
    });
    expect({ name, ...plain({ status: throughMcp.status, text: await throughMcp.text() }) }).toEqual({
      ...{ name, ...plain({ status: answer.status, text }) },
    });
    expect({
      name,
      asked,
      status: answer.status,
      text: text.slice(0, 200),
      holds: holds(text, THEIR_NAMES),
    }).toMatchObject({ name, holds: [] });
    expect({
      name,
      asked,
      text: text.slice(0, 300),
      failed: answer.status >= 500 && answer.status !== 501,
    }).toMatchObject({ failed: false });
  }
});

test('a filter of a change says nothing about topics of another team', async () => {
  const discard = actions.find(({ name }) => name === 'discardLettersAction');
  if (discard === undefined) throw new Error('there is no such action');
  const withTopic = (topic: string): Entry => ({
    ...discard,
    inputs: () => ({ group: 'billing', filter: { topic }, throughId: 0 }),
  });
  const ask = async (topic: string) =>
    (await outcome(withTopic(topic), member('owner', OURS), 'ours')).replace(topic, '…');
  expect(await ask('orders')).toBe('allowed');
  expect(await ask('payments')).toBe('topic-not-found: Topic … does not exist.');
  expect(await ask('payments')).toBe(await ask('no-topic-at-all'));
});

test('files: what is not ours is as what is not there', async () => {
  const headers = { authorization: `Bearer ${tokens.get('stranger') ?? ''}` };
  const request = (query: string): Request => new Request(`http://console.test/api/console/x?${query}`, { headers });
  const same = async (get: (request: Request) => Promise<Response>, query: (side: Side) => string): Promise<Asked> => {
    const answers = await Promise.all((['ours', 'nothing'] as const).map(async (side) => get(request(query(side)))));
    const [ours, nothing] = await Promise.all(
      answers.map(async (answer) => plain({ status: answer.status, text: await answer.text() })),
    );
    expect(ours).toEqual(nothing);
    return ours ?? { status: 0, text: '' };
  };
  const of = (field: string) => (side: Side) =>
    `${field}=${String(namesFor(side)[field === 'id' ? 'redriveId' : field])}`;
  await same(downloadRedriveMessages, of('id'));
  await same(downloadStays, (side) => `${of('group')(side)}&all=1`);
  await same(downloadMessageBody, (side) => `id=${String(namesFor(side)['id'])}&at=${String(namesFor(side)['at'])}`);
  await same(downloadDeadLetters, (side) => `${of('group')(side)}&format=json`);
  const all = await downloadDeadLetters(request('format=json'));
  const text = await all.text();
  expect({ status: all.status, holds: holds(text, OUR_NAMES) }).toEqual({ status: 200, holds: [] });
  expect(text).toContain('"complete":true');
});

test('who may see and not change is refused in words, and gets no 404', async () => {
  const mixed = {
    ...member('viewer', ['bill']),
    grants: [...member('viewer', ['bill']).grants, { prefix: 'mail', role: 'owner' as const }],
  };
  const pause = actions.find(({ name }) => name === 'pauseGroupAction');
  if (pause === undefined) throw new Error('there is no such action');
  expect(await outcome(pause, mixed, 'ours')).toMatch(/^forbidden: This needs .*, which your teams do not have/);
});
