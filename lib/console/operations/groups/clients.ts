import { z } from 'zod';
import { t } from '../../../model/language/t';
import type { GroupClient, GroupClients } from '../../../engine';
import { hostOf } from '../../../model/group/client-host';
import { known, type Reading, unknown } from '../../../model/reading';
import { time } from '../../schemas/shapes';
import { differingShape, filteredShape, subscriptionShape } from '../../schemas/subscription';
import { operation } from '../../http/operation';
import { groupInput } from '../../schemas/group-input';

const count = z.int().min(0);
const clientShape = z.object({
  clientId: z.string(),
  node: z.string(),
  kind: z.enum(['push', 'simple']),
  language: z.string(),
  version: z.string().describe('Of the SDK'),
  address: z.string(),
  accessKey: z.string().nullable(),
  since: time,
  leftAt: time.nullable().describe('Null: connected, as its node last reported'),
  nodeSilent: z.boolean().describe('Its node does not report: unknown whether it is connected'),
  holds: count.describe('Messages in flight with it'),
  heldSince: time.nullable().describe('Since when it has held the first of them'),
  receivedPerSecond: z.number().nullable().describe('Over about the last minute; null: unknown'),
  ackedPerSecond: z.number().nullable(),
  settingsVersion: count.nullable().describe('Of the group, as it was last sent; null: its node does not tell'),
  settingsAt: time.nullable().describe('When it was sent'),
  settingsAdapted: z
    .boolean()
    .nullable()
    .describe('It was sent another retry policy, because its SDK cannot follow the one that is set'),
  appVersion: z.string().nullable().describe('Of the application, as its newest failure report names it'),
  subscriptions: z.array(subscriptionShape).nullable().describe('Null: it left, or its node does not tell'),
});

export const listGroupClients = operation({
  name: 'listGroupClients',
  summary:
    'Consumers of a group on all nodes, clients that disconnected in the last 2 h, and the last one to disconnect',
  permission: 'group:read',
  subject: { group: ({ group }) => group },
  effect: 'read',
  needs: 'group-clients',
  input: groupInput,
  output: z
    .object({
      items: z.array(clientShape),
      total: count,
      nodes: count.describe('Living nodes'),
      unnamed: count.describe('Consumers that nodes of an older release count without naming them'),
      differing: differingShape,
      filteredOut: filteredShape,
    })
    .meta({ id: 'GroupClients' }),
  http: {
    ...{ method: 'get', path: '/groups/{group}/clients', tag: 'Groups' },
    answer: 'Connected ones first, at most 500',
  },
  run: ({ engine }, { group }) => engine.groups.clients(group),
});

/** The same for the page: rates are readings, and the settings that a client was sent are in words. */
export const groupClientsPage = operation({
  name: 'groupClients',
  summary: 'Clients of a group with the settings that they have',
  permission: 'group:read',
  subject: { group: ({ group }) => group },
  effect: 'read',
  needs: 'group-clients',
  input: groupInput,
  run: async ({ engine }, { group }) => {
    const { items, backoffs, ...rest } = await engine.groups.clients(group);
    return { ...rest, items: items.map((client) => toClientView(client, rest.asOf, backoffs)) };
  },
});

function toClientView(client: GroupClient, asOf: string, backoffs: GroupClients['backoffs']) {
  const { clientId, address, receivedPerSecond, ackedPerSecond, ...rest } = client;
  const { settingsVersion: version, settingsAt: at, settingsAdapted, ...row } = rest;
  const rate = (perSecond: number | null): Reading<number> =>
    row.nodeSilent
      ? unknown(t('its node does not report'))
      : perSecond === null
        ? unknown(t('connected for less than 5 s'))
        : known(perSecond, asOf);
  return {
    ...row,
    client: clientId,
    /** Without the port of the connection. */
    host: hostOf(address),
    received: rate(receivedPerSecond),
    acked: rate(ackedPerSecond),
    /** The ones that it was last sent; null: its node does not tell. Their backoff is null when they are not kept. */
    settings:
      version === null || at === null
        ? null
        : { version, at, adapted: settingsAdapted === true, backoff: backoffs[version] ?? null },
  };
}

/** What one client of a group holds. */
export const listHeldMessages = operation({
  name: 'heldMessages',
  summary: 'What one client of a group holds',
  permission: 'message:read',
  subject: { group: ({ group }) => group },
  effect: 'read',
  needs: 'group-clients',
  input: groupInput.extend({ client: z.string().min(1).max(300) }),
  run: ({ engine }, { group, client }) => engine.groups.held(group, client),
});
