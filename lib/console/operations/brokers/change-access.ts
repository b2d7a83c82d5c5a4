import { z } from 'zod';
import { told } from '../../../model/language/t';
import type { AccessChange, AccessHeld } from '../../../model/cluster/access-change';
import { BrokerError } from '../../../model/errors';
import type { Engine } from '../../../engine';
import type { Actor } from '../../../model/audit/actor';
import { operation } from '../../http/operation';
import {
  accessActions,
  accessPassword,
  accessPolicy,
  accessResource,
  accessSourceIps,
  accessUserName,
} from '../../schemas/access';
import { keptReason } from '../../schemas/group-control';
import { ruleShape } from './access';

const common = { needs: 'brokers', permission: 'access-key:manage', subject: 'system' } as const;
const tag = 'Clusters';
const fields = {
  user: accessUserName,
  seen: z.string().max(32).optional().describe('Version of the user that you read; refused if it has changed since'),
  dryRun: z.boolean().optional().describe('Dry run: report the changes on each broker and change nothing'),
  reason: z.string().trim().max(500).optional().describe('Kept in the audit log; required unless `dryRun` is set'),
};

const heldShape = z.object({
  user: z
    .object({ name: z.string(), isSuper: z.boolean(), isEnabled: z.boolean() })
    .nullable()
    .describe('null: the broker does not have it'),
  rules: z.array(ruleShape),
});
const output = z
  .object({
    changed: z.boolean().describe('false: a dry run'),
    brokers: z.array(
      z.object({
        broker: z.string(),
        before: heldShape,
        after: heldShape.nullable().describe('As read back, in a dry run as planned'),
        steps: z
          .array(z.enum(['create-user', 'update-user', 'delete-user', 'create-rule', 'update-rule', 'delete-rule']))
          .describe('Calls to this broker; empty: it has this already'),
      }),
    ),
  })
  .meta({ id: 'AccessChanged' });

interface Asked {
  readonly user: string;
  readonly seen?: string | undefined;
  readonly dryRun?: boolean | undefined;
  readonly reason?: string | undefined;
}

async function run(
  { engine, actor }: { readonly engine: Engine; readonly actor: Actor },
  { user, seen, dryRun = false, reason = '' }: Asked,
  { change, password = null }: { readonly change: AccessChange; readonly password?: string | null },
) {
  const asked = { user, change, password, seen: seen ?? null, isDryRun: dryRun, actor };
  const { brokers } = await engine.brokers.changeAccess({ ...asked, reason: dryRun ? reason : keptReason(reason) });
  const held = ({ user: of, rules }: AccessHeld) => ({ user: of, rules: [...rules] });
  return {
    changed: !dryRun,
    brokers: brokers.map(({ broker, before, after, steps }) => ({
      ...{ broker, before: held(before), after: after === null ? null : held(after) },
      steps: steps.map(({ does }) => does),
    })),
  };
}

const answer = 'What each broker has now; a change that reached some brokers only is an error that names them';

export const putAccessUser = operation({
  ...{ ...common, effect: 'change' },
  name: 'putAccessUser',
  summary: 'Create or change a user of ACL 2 on every master broker: one after another, each read back',
  input: z.strictObject({
    ...fields,
    password: accessPassword.optional(),
    isSuper: z.boolean().describe('A super user can do everything, regardless of its rules'),
    isEnabled: z.boolean().default(true).describe('`false` to disable the user'),
  }),
  output,
  http: { method: 'put', path: '/access/users/{user}', tag, answer },
  run: (door, { isSuper, isEnabled, password = null, ...asked }) =>
    run(door, asked, { change: { kind: 'put-user', isSuper, isEnabled, setsPassword: password !== null }, password }),
});

export const deleteAccessUser = operation({
  ...{ ...common, effect: 'destructive' },
  name: 'deleteAccessUser',
  summary: 'Delete a user of ACL 2 and all of its rules on every master broker',
  input: z.strictObject({
    ...fields,
    confirm: z.string().max(64).optional().describe('The same name again, to confirm'),
  }),
  output,
  http: { method: 'delete', path: '/access/users/{user}', tag, answer },
  run: async (door, { confirm, ...asked }) => {
    if (asked.dryRun !== true && confirm !== asked.user)
      throw new BrokerError('bad-request', told('Type the name of the user to confirm.'), {
        ...{ field: 'confirm', limit: asked.user, value: confirm ?? null },
      });
    return run(door, asked, { change: { kind: 'delete-user' } });
  },
});

export const makeAccessEqual = operation({
  ...{ ...common, effect: 'change' },
  name: 'makeAccessEqual',
  summary: 'Copy a user with its password and rules from one master broker to all others',
  input: z.strictObject({
    ...fields,
    like: z.string().min(1).max(200).describe('Broker whose user and rules are copied to the others'),
  }),
  output,
  http: { method: 'post', path: '/access/users/{user}/make-equal', tag, answer },
  run: (door, { like, ...asked }) => run(door, asked, { change: { kind: 'make-equal', like } }),
});

export const putAccessRule = operation({
  ...{ ...common, effect: 'change' },
  name: 'putAccessRule',
  summary: 'Create or replace the rule of a user for one resource on every master broker',
  input: z.strictObject({
    ...fields,
    policy: accessPolicy.default('custom'),
    resource: accessResource,
    actions: accessActions,
    sourceIps: accessSourceIps.default([]),
    isDeny: z.boolean().default(false).describe('Deny the actions instead of allowing them'),
  }),
  output,
  http: { method: 'put', path: '/access/users/{user}/rules', tag, answer },
  run: (door, { policy, resource, actions, sourceIps, isDeny, ...asked }) =>
    run(door, asked, { change: { kind: 'put-rule', policy, resource, actions, sourceIps, isDeny } }),
});

export const deleteAccessRule = operation({
  ...{ ...common, effect: 'destructive' },
  name: 'deleteAccessRule',
  summary: 'Delete the rule of a user for one resource on every master broker',
  input: z.strictObject({
    ...fields,
    policy: accessPolicy.default('custom'),
    // Also one that this console would not write.
    resource: z.string().min(1).max(300).describe('Resource of the rule, for example `Topic:orders`'),
  }),
  output,
  http: { method: 'delete', path: '/access/users/{user}/rules', tag, answer },
  run: (door, { policy, resource, ...asked }) =>
    run(door, asked, { change: { kind: 'delete-rule', policy, resource } }),
});
