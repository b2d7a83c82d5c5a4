import { z } from 'zod';
import type { GroupPlan, GroupState } from '../../../engine';
import { planShape, toPlanShape } from '../../schemas/policy-effect';
import { reading, time } from '../../schemas/shapes';
import { valueOrNull } from '../../../model/reading';
import { groupSettingsShape } from '../../schemas/group';

const settingsShape = {
  name: z.string(),
  ...groupSettingsShape,
  version: z.int().describe('Name it in the next change'),
  createdAt: time.nullable().describe('null: the brokers of a cluster do not tell'),
  updatedAt: time.nullable(),
  paused: z
    .object({ at: time.nullable(), by: z.string(), reason: z.string() })
    .nullable()
    .describe('Since when nothing is handed out; null: not paused'),
};
export const groupShape = z.object(settingsShape).meta({ id: 'GroupSettings' });
export const groupStateShape = z
  .object({
    ...settingsShape,
    counts: z.object({
      ready: reading,
      inFlight: reading,
      waitingRetry: reading,
      dead: reading,
      blockedKeys: reading.describe('Ordered keys whose head failed or is held for long'),
    }),
    lag: reading.describe('Ready and in flight, without messages that wait for a retry'),
    oldestReadyAt: time.nullable(),
    topics: z.array(z.string()),
    brokers: z
      .array(z.object({ broker: z.string(), has: z.boolean(), maxRetries: z.int().nullable() }))
      .nullable()
      .describe('In an attached cluster: each master that answered. null: one store'),
    differences: z.array(z.string()).describe('Settings that the brokers of an attached cluster have differently'),
    silent: z.array(z.object({ broker: z.string(), reason: z.string() })).describe('Brokers that did not answer'),
  })
  .meta({ id: 'Group' });
const memberShape = z.object({
  clientId: z.string(),
  since: time.describe('It gets what was stored since'),
  lastSeen: time.describe('About a minute exact'),
  backlog: reading,
  inFlight: z.int(),
  delivered: reading.describe('Acknowledged, as far as history is kept'),
  failed: reading.describe('Failed and not retried, as far as history is kept'),
});
export const oneGroupShape = groupStateShape
  .extend({
    members: z
      .object({ total: z.int(), items: z.array(memberShape).describe('The last seen, at most 100') })
      .nullable()
      .describe('The clients of a broadcast group; null: not one'),
  })
  .meta({ id: 'GroupWithMembers' });

/** A group after a change, or what it would be. */
export const savedGroupShape = groupShape.extend(planShape).meta({ id: 'SavedGroup' });

export function toSaved({ group, after, effect }: GroupPlan) {
  return { ...group, ...after, ...toPlanShape(effect) };
}

export function toStateShape({ figures, inBrokers, ...group }: GroupState) {
  return {
    ...group,
    counts: { ...figures, waitingRetry: figures.waiting },
    lag: figures.lag,
    oldestReadyAt: valueOrNull(figures.oldestReadyAt),
    topics: [...figures.topics],
    brokers:
      inBrokers?.settings.map(({ broker, settings }) => ({
        ...{ broker, has: settings !== null },
        maxRetries: settings?.maxRetries ?? null,
      })) ?? null,
    differences: [...(inBrokers?.differences ?? [])],
    silent: [...(inBrokers?.silent ?? [])],
  };
}
