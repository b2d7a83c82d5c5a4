// @module-tag landing
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { can, permissions, type Rights, roles, type Role, tokenRights } from '../../auth/permission';
import { openSession } from '../../auth/session';
import type { ActionResult } from '../../model/action-result';
import { withMetadata } from '../../store/metadata';
import { openTestApi, type TestApi } from '../../testing/api';
import { browser } from '../../testing/next';
import { apiRoutes } from './routes';
import { reads } from '../reads/registry';

type Action = (input: unknown) => Promise<ActionResult<unknown>>;

/** The least role that each button needs, written down a second time on purpose. */
const LEAST: Readonly<Record<string, Role>> = {
  acknowledgeAlarmAction: 'operator',
  acknowledgeProblemAction: 'operator',
  approveRequestAction: 'operator',
  refuseRequestAction: 'operator',
  withdrawRequestAction: 'operator',
  addUserAction: 'admin',
  breakPracticeAction: 'operator',
  cancelRedriveAction: 'operator',
  changeKeyAction: 'operator',
  changeRetriesAction: 'operator',
  changeRoleAction: 'admin',
  createAccessKeyAction: 'admin',
  createAlarmChannelAction: 'admin',
  createAlarmRuleAction: 'operator',
  createApiTokenAction: 'admin',
  createGroupAction: 'operator',
  createTopicAction: 'operator',
  deleteAccessKeyAction: 'admin',
  deleteAlarmChannelAction: 'admin',
  deleteAlarmRuleAction: 'operator',
  deleteGroupAction: 'operator',
  deleteTopicAction: 'operator',
  detachClusterAction: 'admin',
  deployPracticeFixAction: 'operator',
  discardLettersAction: 'operator',
  endPracticeAction: 'operator',
  // One's own; others' are checked by the verb.
  changePasswordAction: 'member',
  changeViewAction: 'member',
  deleteViewAction: 'member',
  endOtherSessionsAction: 'member',
  setLanguageAction: 'member',
  addPasskeyAction: 'member',
  beginAppAction: 'member',
  beginPasskeyAction: 'member',
  confirmAppAction: 'member',
  connectSingleSignOnAction: 'member',
  removeFactorAction: 'member',
  renamePasskeyAction: 'member',
  renewRecoveryCodesAction: 'member',
  endSessionAction: 'member',
  endSessionsOfUserAction: 'admin',
  saveTeamAction: 'admin',
  deleteTeamAction: 'admin',
  addTeamMemberAction: 'admin',
  changeTeamMemberAction: 'admin',
  removeTeamMemberAction: 'admin',
  saveViewAction: 'member',
  keepLettersAction: 'operator',
  makeGroupEqualAction: 'operator',
  moveHeadsAction: 'operator',
  putTopicDecoderAction: 'operator',
  removeTopicDecoderAction: 'operator',
  tryTopicDecoderAction: 'operator',
  showHiddenAction: 'operator',
  tryMaskingAction: 'admin',
  openLettersAction: 'operator',
  pauseGroupAction: 'operator',
  pauseRedriveAction: 'operator',
  createRedirectAction: 'operator',
  pauseRedirectAction: 'operator',
  resumeRedirectAction: 'operator',
  endRedirectAction: 'operator',
  // Reads what would have fired.
  previewAlarmRuleAction: 'viewer',
  previewEditsAction: 'operator',
  recallRedriveAction: 'operator',
  releaseProblemAction: 'operator',
  recallScheduledAction: 'operator',
  removeLimitAction: 'operator',
  renewLinkAction: 'admin',
  resetFactorsAction: 'admin',
  resetOffsetAction: 'operator',
  undoResetAction: 'operator',
  resolveTransactionAction: 'operator',
  restoreLettersAction: 'operator',
  resumeGroupAction: 'operator',
  resumeRedriveAction: 'operator',
  revertGroupAction: 'operator',
  revokeApiTokenAction: 'admin',
  rotateAccessKeyAction: 'admin',
  rotateApiTokenAction: 'admin',
  putAlarmChannelAction: 'admin',
  putAlarmRuleAction: 'operator',
  saveClusterAction: 'admin',
  changeBrokerSettingAction: 'operator',
  consumeMessageAction: 'operator',
  putAccessUserAction: 'admin',
  deleteAccessUserAction: 'admin',
  makeAccessEqualAction: 'admin',
  putAccessRuleAction: 'admin',
  deleteAccessRuleAction: 'admin',
  sendTestMessageAction: 'operator',
  disableAccessKeyAction: 'admin',
  enableAccessKeyAction: 'admin',
  setDeadLetterRetentionAction: 'admin',
  setDisabledAction: 'admin',
  setFailoverAction: 'operator',
  setLimitAction: 'operator',
  silenceAlarmAction: 'operator',
  playPracticeSceneAction: 'operator',
  startPracticeAction: 'operator',
  startRedriveAction: 'operator',
  tryLetterAction: 'operator',
  testAlarmChannelAction: 'admin',
  testAttachedClusterAction: 'admin',
  testClusterAction: 'admin',
  triageCauseAction: 'operator',
  unsilenceAlarmAction: 'operator',
  updateAccessKeyAction: 'admin',
  updateGroupAction: 'operator',
  updateTopicAction: 'operator',
  startMoveAction: 'admin',
  stepMoveAction: 'admin',
  updateSettingAction: 'admin',
};
/** For those who are not signed in, or want not to be any more. */
const AT_THE_DOOR = ['setUpAction', 'signInAction', 'signOutAction'];
/** Say much and change nothing: a POST for the size of its input. */
const READING_POSTS = ['previewAlarmRule'];

const actions = new Map<string, Action>();
const sessions = new Map<Role, string>();
let api: TestApi;

async function collect<T>(folder: string, isWanted: (name: string) => boolean, into: Map<string, T>): Promise<void> {
  const path = fileURLToPath(new URL(`../${folder}/`, import.meta.url));
  for (const file of readdirSync(path).filter((each) => each.endsWith('.ts') && !each.includes('.test.'))) {
    const exported = (await import(`${path}${file}`)) as Record<string, T>;
    for (const [name, value] of Object.entries(exported)) if (isWanted(name)) into.set(name, value);
  }
}

beforeAll(async () => {
  api = await openTestApi();
  await collect('actions', (name) => name.endsWith('Action'), actions);
  const db = api.broker.database.store.console;
  for (const role of roles) {
    const email = `${role}@example.com`;
    const { rows } = await db.query<{ id: number }>(
      'INSERT INTO operator (email, role) VALUES ($1, $2) RETURNING operator_id AS id',
      [email, role],
    );
    const owner = { operatorId: rows[0]?.id ?? 0, email };
    const opened = withMetadata(api.broker.database.store.prisma, (tx) =>
      openSession(tx, owner, { address: '127.0.0.1', agent: 'test' }),
    );
    sessions.set(role, await opened);
  }
});
afterAll(() => api.close());
beforeEach(() => enter(null));

/** The browser of a signed-in account; null: without a session. */
function enter(role: Role | null, headers: Readonly<Record<string, string>> = { origin: 'http://console.test' }): void {
  const cookie = role === null ? '' : `redrive-session=${sessions.get(role) ?? ''}`;
  browser.headers = new Headers({ host: 'console.test', cookie, ...headers });
}

/** What an action answers to input that means nothing: who asks comes first. */
async function answer(name: string): Promise<string> {
  const result = await actions.get(name)?.({ nonsense: true });
  return result === undefined || result.ok ? 'done' : result.error.code;
}

test('every action is in the table', () => {
  expect([...actions.keys()].toSorted()).toEqual([...Object.keys(LEAST), ...AT_THE_DOOR].toSorted());
});

test.each(Object.entries(LEAST))('%s needs the role %s, and a request of this console', async (name, least) => {
  expect(await answer(name)).toBe('unauthorized');
  for (const role of roles) {
    enter(role);
    const allowed = roles.indexOf(role) >= roles.indexOf(least);
    expect({ role, code: await answer(name) }).toEqual({ role, code: allowed ? 'bad-request' : 'forbidden' });
  }
  for (const headers of [
    {},
    { origin: 'https://elsewhere.example' },
    { origin: 'http://console.test', 'sec-fetch-site': 'cross-site' },
  ]) {
    enter('admin', headers);
    expect({ headers, code: await answer(name) }).toEqual({ headers, code: 'forbidden' });
  }
});

async function status(
  route: (typeof apiRoutes)[number],
  { rights, role, headers = {} }: { rights?: Rights; role?: Role; headers?: Record<string, string> },
): Promise<number> {
  const method = route.operation.method.toUpperCase();
  const request = new Request(`http://console.test/api/v1/x`, {
    method,
    headers: {
      host: 'console.test',
      ...(rights === undefined ? {} : { authorization: `Bearer ${api.tokens.get(rights) ?? ''}` }),
      ...(role === undefined ? {} : { cookie: `redrive-session=${sessions.get(role) ?? ''}` }),
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(method === 'GET' ? {} : { body: '{"nonsense":true}' }),
  });
  return (await route.handle(request, { nonsense: 'x' })).status;
}

test.each(apiRoutes.map((route) => [route.operation.name, route] as const))('the API: %s', async (name, route) => {
  const { method, permission } = route.operation;
  expect(permissions).toContain(permission);
  expect(await status(route, {})).toBe(401);
  for (const rights of tokenRights) {
    const code = await status(route, { rights });
    expect({ rights, code }).toEqual({ rights, code: can({ role: rights }, permission) ? 400 : 403 });
  }
  if (method === 'get') return;
  // A change is refused to viewers, and to a page of another site in an open browser.
  if (!READING_POSTS.includes(name)) expect(can({ role: 'viewer' }, permission)).toBe(false);
  expect(await status(route, { role: 'admin' })).toBe(403);
  expect(await status(route, { role: 'admin', headers: { origin: 'https://elsewhere.example' } })).toBe(403);
  expect(await status(route, { role: 'admin', headers: { origin: 'http://console.test' } })).toBe(400);
});

test('what pages read: nothing without signing in, nothing with a right of one narrow purpose', async () => {
  for (const [name, read] of Object.entries(reads)) {
    const ask = async (headers: Record<string, string>): Promise<number> =>
      (await read.GET(new Request('http://console.test/api/console/x?nonsense=1', { headers }))).status;
    const codes = [await ask({})];
    for (const rights of ['failures', 'metrics'] as const)
      codes.push(await ask({ authorization: `Bearer ${api.tokens.get(rights) ?? ''}` }));
    expect({ name, codes }).toEqual({ name, codes: [401, 403, 403] });
  }
});

/** What a person confirms first, written down a second time on purpose. */
const CONFIRMED = [
  'addPasskeyAction',
  'addTeamMemberAction',
  'addUserAction',
  'beginAppAction',
  'beginPasskeyAction',
  'changeRoleAction',
  'changeTeamMemberAction',
  'confirmAppAction',
  'connectSingleSignOnAction',
  'createAccessKeyAction',
  'createAlarmChannelAction',
  'createApiTokenAction',
  'deleteAccessKeyAction',
  'deleteAccessRuleAction',
  'deleteAccessUserAction',
  'deleteAlarmChannelAction',
  'deleteTeamAction',
  'detachClusterAction',
  'disableAccessKeyAction',
  'discardLettersAction',
  'enableAccessKeyAction',
  'endSessionsOfUserAction',
  'makeAccessEqualAction',
  'putAccessRuleAction',
  'putAccessUserAction',
  'putAlarmChannelAction',
  'removeFactorAction',
  'removeTeamMemberAction',
  'renamePasskeyAction',
  'renewLinkAction',
  'renewRecoveryCodesAction',
  'resetFactorsAction',
  'restoreLettersAction',
  'revokeApiTokenAction',
  'rotateAccessKeyAction',
  'rotateApiTokenAction',
  'saveClusterAction',
  'saveTeamAction',
  'setDeadLetterRetentionAction',
  'setDisabledAction',
  'startMoveAction',
  'stepMoveAction',
  'testAlarmChannelAction',
  'testAttachedClusterAction',
  'testClusterAction',
  'tryMaskingAction',
  'updateAccessKeyAction',
  'updateSettingAction',
];

test('a sign-in of long ago is not enough for what opens doors; reads and other changes go on', async () => {
  const db = api.broker.database.store.console;
  const confirmedMinutesAgo = (minutes: number) =>
    db.query('UPDATE operator_session SET confirmed_at = clock_timestamp() - make_interval(mins => $1)', [minutes]);
  const sensitive: readonly string[] = [
    ...['dead-letter:discard', 'access-key:manage', 'alarm-channel:manage', 'settings:write', 'cluster:manage'],
    ...['team:members', 'team:manage'],
  ];
  const isSensitive = ({ operation: { method, permission } }: (typeof apiRoutes)[number]): boolean =>
    method !== 'get' && sensitive.includes(permission);
  await confirmedMinutesAgo(11);
  try {
    enter('admin');
    const asked: string[] = [];
    for (const name of Object.keys(LEAST)) if ((await answer(name)) === 'unconfirmed') asked.push(name);
    expect(asked.toSorted()).toEqual(CONFIRMED);
    expect(apiRoutes.filter(isSensitive).length).toBeGreaterThan(5);
    for (const route of apiRoutes) {
      const code = await status(route, { role: 'admin', headers: { origin: 'http://console.test' } });
      expect({ name: route.operation.name, code }).toEqual({
        name: route.operation.name,
        code: isSensitive(route) ? 403 : 400,
      });
    }
    await confirmedMinutesAgo(9);
    expect(await answer('createApiTokenAction')).toBe('bad-request');
  } finally {
    await confirmedMinutesAgo(0);
  }
});

test('a token that is refused is refused, also beside the cookie of an admin', async () => {
  const cookie = `redrive-session=${sessions.get('admin') ?? ''}`;
  const ask = async (headers: Record<string, string>): Promise<number> =>
    (await reads.groups.GET(new Request('http://console.test/api/console/x?nonsense=1', { headers }))).status;
  expect(await ask({ cookie })).not.toBe(401);
  expect(await ask({ cookie, authorization: `Bearer rdt_${'x'.repeat(40)}` })).toBe(401);
  expect(await ask({ cookie, authorization: 'Basic eDp5' })).toBe(401);
});

test('a page that reads by itself does not keep its session alive; a person at the keyboard does', async () => {
  const db = api.broker.database.store.console;
  const headers = { cookie: `redrive-session=${sessions.get('viewer') ?? ''}` };
  const restedMinutes = async (more: Record<string, string>): Promise<number | undefined> => {
    await db.query(
      `UPDATE operator_session SET created_at = clock_timestamp() - interval '1 hour',
              last_seen_at = clock_timestamp() - interval '10 minutes'`,
    );
    await reads.groups.GET(
      new Request('http://console.test/api/console/x?nonsense=1', { headers: { ...headers, ...more } }),
    );
    const { rows } = await db.query<{ minutes: number }>(
      `SELECT (extract(epoch FROM clock_timestamp() - s.last_seen_at) / 60)::int AS minutes
         FROM operator_session s JOIN operator o USING (operator_id) WHERE o.role = 'viewer'`,
    );
    return rows[0]?.minutes;
  };
  expect(await restedMinutes({})).toBe(10);
  expect(await restedMinutes({ 'x-redrive-active': '0' })).toBe(10);
  expect(await restedMinutes({ 'x-redrive-active': '1' })).toBe(0);
});

test('who is refused leaves a row in the audit log', async () => {
  const { rows } = await api.broker.database.store.console.query<{ target: string }>(
    `SELECT DISTINCT target FROM audit WHERE action = 'access.deny' AND actor = 'viewer@example.com'`,
  );
  const denied = rows.map(({ target }) => target);
  for (const permission of ['limit:write', 'topic:write', 'alarm:acknowledge', 'alarm:silence', 'alarm:write'])
    expect(denied).toContain(permission);
});

test('an API token that is refused leaves one row, and nothing of a secret that is not ours', async () => {
  const [route] = apiRoutes;
  if (route === undefined) throw new Error('no routes');
  const ask = async (token: string, address: string) => {
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': address };
    const request = new Request('http://console.test/api/v1/x', { headers });
    return (await route.handle(request, {})).status;
  };
  for (let n = 0; n < 3; n += 1) expect(await ask(`rdt_abcd${'x'.repeat(40)}`, `2001:db8::${n}`)).toBe(401);
  expect(await ask('sk-live-secret-of-a-bank', '10.0.0.1')).toBe(401);
  const { rows } = await api.broker.database.store.console.query<object>(
    `SELECT address, after FROM audit
     WHERE action = 'token.refuse' AND address NOT IN ('127.0.0.1', 'unknown') ORDER BY 1`,
  );
  expect(rows).toEqual([
    { address: '10.0.0.1', after: null },
    { address: '2001:db8:0:0::/64', after: { start: 'rdt_abcd' } },
  ]);
});
