'use server';

import { z } from 'zod';
import { resetOffset } from '../../broker';
import { type ClusterResetOutcome, resetClusterOffset } from '../../engine';
import { BrokerError } from '../../model/errors';
import { defineAction } from '../http/define-action';
import { controlGroupSchema, offsetToSchema, sinceOf, toOffset } from '../schemas/group-control';

export const resetOffsetAction = defineAction({
  permission: 'group:write',
  subject: { group: ({ name }) => name },
  input: controlGroupSchema.extend({ to: offsetToSchema, topic: z.string().max(200).optional() }),
  run: async ({ broker, actor }, { to, ...input }): Promise<ClusterResetOutcome> => {
    const { moved, skipped, repeated } = await resetOffset(broker, {
      ...{ ...input, actor },
      to: toOffset(to),
      dryRun: false,
    });
    return { moved, skipped, repeated };
  },
  runInCluster: ({ broker, engine, actor }, { to, topic, ...input }) => {
    if (topic === undefined)
      throw new BrokerError('bad-request', 'topic is needed: brokers reset one topic at a time.', { field: 'topic' });
    return resetClusterOffset(broker, engine, { ...input, topic, actor, since: sinceOf(to) });
  },
});
