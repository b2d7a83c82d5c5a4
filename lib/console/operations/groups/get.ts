import { z } from 'zod';
import { listQuery, pageShape } from '../../schemas/shapes';
import { operation } from '../../http/operation';
import { groupStateShape, oneGroupShape, toStateShape } from './shapes';

export const listGroups = operation({
  name: 'listGroups',
  summary: 'List groups by name, with their counts',
  permission: 'group:read',
  subject: 'listed',
  effect: 'read',
  input: z.strictObject(listQuery),
  output: pageShape(groupStateShape),
  http: { method: 'get', path: '/groups', tag: 'Groups', answer: 'A page' },
  run: async ({ engine }, page) => {
    const { items, nextCursor } = await engine.groups.list(page);
    return { items: items.map(toStateShape), nextCursor };
  },
});

export const getGroup = operation({
  name: 'getGroup',
  summary: 'Settings, counts per state and lag of a group',
  permission: 'group:read',
  subject: { group: ({ group }) => group },
  effect: 'read',
  input: z.strictObject({ group: z.string() }),
  output: oneGroupShape,
  http: { method: 'get', path: '/groups/{group}', tag: 'Groups', answer: 'The group' },
  run: async ({ engine }, { group }) => {
    const { members, ...state } = await engine.groups.get(group);
    return {
      ...toStateShape(state),
      members: members && {
        total: members.total,
        items: members.items.map(({ client: clientId, ...rest }) => ({ ...rest, clientId })),
      },
    };
  },
});
