import { z } from 'zod';
import type { Capability } from '../../../model/offers';
import { operation } from '../../http/operation';
import { count, redriveId, redriveIdOf, redriveShape, toShape } from './shapes';

const input = z.strictObject({
  id: redriveId,
  reason: z.string().trim().max(500).optional().describe('Kept in the audit log'),
});
const output = redriveShape
  .extend({ recalled: count.optional(), left: count.optional(), changed: z.boolean().optional() })
  .meta({ id: 'ControlledRedrive' });

function control(
  verb: 'pause' | 'resume' | 'cancel' | 'recall',
  summary: string,
  needs: { readonly needs?: Capability } = {},
) {
  return operation({
    name: `${verb}Redrive`,
    summary,
    permission: 'redrive:control',
    subject: { redrive: ({ id }) => redriveIdOf(id) },
    effect: 'change',
    ...needs,
    input,
    output,
    http: {
      ...{ method: 'post', path: `/redrives/{id}/${verb}`, tag: 'Re-drives', bodyOptional: true },
      answer: 'The re-drive as it is now',
    },
    run: async ({ engine: { redrives }, actor }, { id, reason }) => {
      const asked = { redriveId: redriveIdOf(id), actor, reason };
      const { redriveId: _id, ...counts } = await redrives[verb](asked);
      return { ...counts, ...toShape(await redrives.get(asked.redriveId)) };
    },
  });
}

export const pauseRedrive = control('pause', 'Pause a re-drive: nothing more is released until it is resumed');
export const resumeRedrive = control('resume', 'Resume a paused re-drive');
export const cancelRedrive = control(
  'cancel',
  'Cancel a re-drive permanently; messages that were already released stay with the group',
);
export const recallRedrive = control('recall', 'Recall the messages of a re-drive that no client has fetched', {
  needs: 'recall-redrive',
});
