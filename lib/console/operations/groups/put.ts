import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { BrokerError, isBrokerError } from '../../../model/errors';
import { msg, told } from '../../../model/language/t';
import { GROUP_FIELD_NAMES, type GroupSettings, type GroupSettingsInput } from '../../../model/group/group-settings';
import { dryRunField } from '../../schemas/policy-effect';
import { operation } from '../../http/operation';
import { groupSettingsSchema, reasonSchema } from '../../schemas/group';
import { rowId } from '../../schemas/row-id';
import { ownership } from '../../schemas/ownership';
import { savedGroupShape, toSaved } from './shapes';

const named = { group: z.string() };

export const createGroup = operation({
  name: 'createGroup',
  summary: 'Create a group',
  permission: 'group:write',
  subject: { newGroup: ({ group }) => group },
  effect: 'change',
  input: groupSettingsSchema.extend({ group: z.string().trim(), reason: reasonSchema.optional(), ...ownership }),
  managed: { kind: 'group', name: ({ group }) => group },
  run: ({ engine, actor }, change) => engine.groups.create({ ...change, actor }),
});

export const updateGroup = operation({
  name: 'updateGroup',
  summary: 'Change settings of a group',
  permission: 'group:write',
  subject: { group: ({ group }) => group },
  effect: 'change',
  input: groupSettingsSchema.extend({
    ...named,
    version: rowId,
    reason: reasonSchema.min(1, msg('Enter a reason. It is kept in the history.')),
    ...ownership,
  }),
  managed: { kind: 'group', name: ({ group }) => group },
  run: ({ engine, actor }, change) => engine.groups.update({ ...change, actor }),
});

export const putGroup = operation({
  name: 'putGroup',
  summary: 'Create a group, or change the named settings of one',
  permission: 'group:write',
  subject: { newGroup: ({ group }) => group },
  effect: 'change',
  input: groupSettingsSchema.extend({
    ...named,
    version: z.int().min(0).optional().describe('Version that you read; omit or 0 to create'),
    reason: reasonSchema.optional(),
    dryRun: dryRunField,
    ...ownership,
  }),
  managed: { kind: 'group', name: ({ group }) => group },
  output: savedGroupShape.extend({ created: z.boolean() }).meta({ id: 'PutGroup' }),
  http: {
    method: 'put',
    path: '/groups/{group}',
    tag: 'Groups',
    answer: 'Changed, already as asked, or a dry run',
    created: { when: ({ created }) => created, answer: 'Created' },
  },
  run: async ({ engine: { groups }, actor }, { version, dryRun, ...change }) => {
    if (dryRun) return { ...toSaved(await groups.planUpdate({ ...change, version: seenIn(version) })), created: false };
    if (version !== undefined && version > 0)
      return { ...(await groups.update({ ...change, version, actor })), created: false };
    try {
      return { ...(await groups.create({ ...change, actor })), created: true };
    } catch (error) {
      if (!isBrokerError(error) || error.code !== 'already-exists') throw error;
      const group = await groups.get(change.group);
      requireSame(group, change);
      return { ...group, created: false };
    }
  },
});

/** @throws BrokerError bad-request */
function seenIn(version: number | undefined): number {
  if (version !== undefined && version > 0) return version;
  throw new BrokerError('bad-request', told('version is required in a dry run of an existing group.'), {
    field: 'version',
    limit: 'at least 1',
    value: version ?? null,
  });
}

/** A repeated creation is fine; a change without the version it saw is not. @throws BrokerError conflict */
function requireSame(
  current: GroupSettings & { readonly name: string; readonly version: number },
  asked: GroupSettingsInput,
): void {
  const isSame = GROUP_FIELD_NAMES.every(
    (field) => asked[field] === undefined || isDeepStrictEqual(asked[field], current[field]),
  );
  if (isSame) return;
  const { name, version } = current;
  throw new BrokerError(
    'conflict',
    told('The group {name} already exists at version {version}. To change it, send the version that you saw.', {
      name,
      version,
    }),
    {
      field: 'version',
      limit: version,
      value: null,
    },
  );
}
