import { z } from 'zod';
import { listDiscards } from '../../../broker';
import { operation } from '../../http/operation';

export const discardsPage = operation({
  name: 'discards',
  summary: 'What was discarded and can still be restored, newest first',
  permission: 'dead-letter:read',
  subject: { group: ({ group }) => group },
  effect: 'read',
  needs: 'discard',
  input: z.strictObject({ group: z.string().max(200).optional() }),
  run: ({ kept }, { group }) => listDiscards(kept, group),
});
