import { z } from 'zod';
import { limitKeySchema } from './limit';
import { time } from './shapes';

export const limitSettings = {
  kind: limitKeySchema.shape.kind,
  scope: limitKeySchema.shape.scope,
  subject: z.string().describe('Topic, group or access key; empty for the broker'),
  hard: z.number().describe('Refuses at it, in the unit of the kind'),
  unit: z.string(),
  softShare: z.number().describe('Warns from this share of hard on; a closed level opens again below it'),
  burstMs: z.int().describe('Rates: how much unused time may be caught up'),
  enabled: z.boolean(),
  version: z.int().describe('Name it in the next change'),
  reason: z.string(),
  updatedBy: z.string(),
  updatedAt: time,
};
export const limitShape = z.object(limitSettings).meta({ id: 'LimitSettings' });
