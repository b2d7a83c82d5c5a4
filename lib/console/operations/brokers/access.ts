import { isIP } from 'node:net';
import { z } from 'zod';
import { operation } from '../../http/operation';
import { silent, time } from '../../schemas/shapes';
import { msg } from '../../../model/language/t';

const common = { needs: 'brokers', permission: 'settings:read', subject: 'system', effect: 'read' } as const;
const on = z.array(z.string()).describe('Brokers that have it exactly so');

export const ruleShape = z.object({
  user: z.string(),
  policy: z.enum(['custom', 'default']).describe('`default` rules apply only if no `custom` rule matches'),
  resource: z.string().describe('For example `Topic:orders`, `Topic:ord*`, `Group:*` or `*`'),
  actions: z.array(z.string()),
  sourceIps: z.array(z.string()).describe('Empty: every address'),
  isDeny: z.boolean(),
});

export const listAccess = operation({
  ...common,
  name: 'listAccess',
  summary: 'Users and rules of ACL 2, as each master broker has them; passwords are never read',
  input: z.strictObject({}),
  output: z.object({
    asOf: time,
    brokers: z.array(
      z.object({
        broker: z.string(),
        checksUsers: z.boolean().nullable().describe('Clients must sign; null: unknown'),
        checksRules: z.boolean().nullable().describe('Rules decide what they may do; null: unknown'),
        problem: z.string().nullable().describe('Why its users and rules are unknown; null: they are known'),
      }),
    ),
    users: z.array(
      z.object({
        ...{ name: z.string(), isSuper: z.boolean(), isEnabled: z.boolean(), on },
        version: z.string().describe('Of the user and its rules on all brokers, without its password'),
        passwordsDiffer: z.boolean().describe('Brokers have different passwords for it'),
        isOwn: z.boolean().describe('Redrive itself uses it'),
        isInner: z.boolean().describe('Brokers and proxies call each other with it'),
      }),
    ),
    rules: z.array(ruleShape.extend({ on })),
    silent,
  }),
  http: { method: 'get', path: '/access', tag: 'Clusters', answer: 'As of now' },
  run: ({ engine }) => engine.brokers.access(),
});

const name = z.string().min(1).max(200);

export const explainAccess = operation({
  ...common,
  name: 'explainAccess',
  summary: 'Check whether brokers allow a user to send to or consume a topic, and which rule decides',
  input: z.strictObject({
    user: name.describe('User name, which clients use as their access key'),
    topic: name.describe('Topic to check'),
    group: name.optional().describe('Consumer group, to check consuming; omit to check sending'),
    address: z
      .string()
      .max(45)
      .refine((text) => isIP(text) !== 0, msg('{field} must be an IP address.'))
      .describe('IP address of the client, as the broker sees it'),
  }),
  output: z.object({
    asOf: time,
    brokers: z.array(
      z.object({
        broker: z.string(),
        isAllowed: z.boolean().nullable().describe('null: unknown, see problem'),
        problem: z.string().nullable(),
        verdicts: z
          .array(
            z.object({
              ...{ resource: z.string(), actions: z.array(z.string()), isAllowed: z.boolean() },
              why: z.enum(['no-user', 'disabled', 'super', 'no-rule', 'rule']),
              rule: ruleShape.nullable().describe('That decides; null: none does'),
            }),
          )
          .describe('Each right that it needs; empty: this broker checks no rules'),
      }),
    ),
    silent,
  }),
  http: { method: 'get', path: '/access/explain', tag: 'Clusters', answer: 'As of now' },
  run: ({ engine }, { group, ...asked }) => engine.brokers.explainAccess({ ...asked, group: group ?? null }),
});
