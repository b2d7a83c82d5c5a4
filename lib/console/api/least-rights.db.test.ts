import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { can, type Permission, type Rights, type Role, roles, tokenRights } from '../../auth/permission';
import { openTestApi, type TestApi } from '../../testing/api';
import { reads } from '../reads/registry';
import { apiRoutes } from './routes';

/**
 * Who may have what, written down a second time on purpose: the tests of each entry ask by the permission that the
 * entry itself names, so they do not notice when it names a lesser one.
 */

/** By the folder of the route below app/api/console. */
const DOWNLOADS: Readonly<Record<string, Permission>> = {
  'dead-letters/export': 'dead-letter:export',
  'message-body/download': 'message:read-body',
  'redrive-messages': 'redrive:read',
  'redrive-stays': 'dead-letter:read',
};

/** What viewers may not. The rest they may. */
const READS = {
  operator: ['audit', 'causeFields', 'messageBody', 'messageEdits', 'redriveEditable'],
  admin: ['accessKeys', 'alarmChannels', 'clusters', 'move'],
};
const OPERATIONS = {
  operator: [
    ...['acceptDeadLetters', 'acknowledgeAlarm', 'buryHead', 'buryRetries', 'cancelRedrive', 'createAlarmRule'],
    ...['createTopic', 'deleteAlarmRule', 'deleteGroup', 'deleteLimit', 'deleteTopic', 'discardDeadLetters'],
    ...['exportDeadLetters', 'extendDeadLetters', 'growTopic', 'holdDeadLetters', 'holdKey', 'holdRetries'],
    ...[
      'makeDeadLettersReadable',
      'makeGroupEqual',
      'markManaged',
      'releaseManaged',
      'moveHeads',
      'pauseGroup',
      'pauseRedrive',
      'putAlarmRule',
    ],
    ...['putTopicDecoder', 'removeTopicDecoder', 'tryTopicDecoder'],
    ...['createRedirect', 'pauseRedirect', 'resumeRedirect', 'endRedirect'],
    ...['putFailover', 'putGroup', 'putLimit', 'recallRedrive', 'recallScheduled', 'releaseDeadLetters', 'releaseKey'],
    ...['releaseRetries', 'reportFailure', 'resetGroupOffset', 'resolveTransaction', 'restoreDeadLetters'],
    ...['changeBrokerSetting', 'consumeMessage', 'undoGroupReset'],
    ...['resumeGroup', 'resumeRedrive', 'retryHead', 'retryNow', 'revertGroup', 'sendTestMessage', 'silenceAlarm'],
    ...['startRedrive', 'triageCause', 'unacceptDeadLetters', 'unsilenceAlarm'],
  ],
  admin: [
    ...['addTeamMember', 'createAccessKey', 'createAlarmChannel', 'createTeam', 'deleteAccessKey'],
    ...['deleteAlarmChannel', 'deleteTeam', 'deleteTeamMember', 'detachCluster', 'disableAccessKey'],
    ...[
      'enableAccessKey',
      'getMove',
      'listAccessKeys',
      'listAlarmChannels',
      'listClusters',
      'listTeams',
      'putAccessKey',
    ],
    ...['putAlarmChannel', 'putCluster', 'putDeadLetterRetention', 'putMasking', 'putProducerRetry'],
    ...['deleteAccessRule', 'deleteAccessUser', 'makeAccessEqual', 'putAccessRule', 'putAccessUser'],
    ...['putTeam', 'putTeamMember', 'rotateAccessKey', 'startMove', 'stepMove', 'testAlarmChannel', 'testCluster'],
  ],
};

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const folder = fileURLToPath(new URL('../../../app/api/console/', import.meta.url));
const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('/route.ts') && !file.startsWith('['))
  .map((file) => file.slice(0, -'/route.ts'.length));

type Handler = (request: Request) => Promise<Response>;

async function handlersOf(route: string): Promise<Readonly<Record<string, Handler>>> {
  return (await import(join(folder, route, 'route.ts'))) as Record<string, Handler>;
}

test('every download of a page is in the table, and is read alone', async () => {
  expect(found.toSorted()).toEqual(Object.keys(DOWNLOADS).toSorted());
  for (const route of found) expect(Object.keys(await handlersOf(route))).toEqual(['GET']);
});

test.each(Object.entries(DOWNLOADS))('download %s needs %s', async (route, permission) => {
  const { GET } = await handlersOf(route);
  const ask = async (rights: Rights | null): Promise<number> => {
    const headers = rights === null ? {} : { authorization: `Bearer ${api.tokens.get(rights) ?? ''}` };
    // rights come before the input, which means nothing
    return (await GET?.(new Request('http://console.test/api/console/x?nonsense=1', { headers })))?.status ?? 0;
  };
  expect(await ask(null)).toBe(401);
  for (const rights of tokenRights)
    expect({ rights, status: await ask(rights) }).toEqual({
      rights,
      status: can({ role: rights }, permission) ? 400 : 403,
    });
});

function namesByLeast(entries: readonly (readonly [string, Permission])[], least: Role): string[] {
  const before = roles[roles.indexOf(least) - 1];
  return entries
    .filter(
      ([, permission]) =>
        can({ role: least }, permission) && !(before !== undefined && can({ role: before }, permission)),
    )
    .map(([name]) => name)
    .toSorted();
}

test.each(['operator', 'admin'] as const)('what needs the role %s at least', (least) => {
  const ofReads = Object.entries(reads).map(([name, { permission }]) => [name, permission] as const);
  const ofRoutes = apiRoutes.map(({ operation: { name, permission } }) => [name, permission] as const);
  expect(namesByLeast(ofReads, least)).toEqual(READS[least].toSorted());
  expect(namesByLeast(ofRoutes, least)).toEqual(OPERATIONS[least].toSorted());
});
