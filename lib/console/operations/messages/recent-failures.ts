import { z } from 'zod';
import { readRecentFailures } from '../../../broker';
import { operation } from '../../http/operation';

export const messagesPage = operation({
  name: 'messages',
  summary: 'The newest failure of each message, and the groups and topics to look in',
  permission: 'message:read',
  subject: { group: ({ group }) => group },
  effect: 'read',
  needs: 'recent-failures',
  input: z.strictObject({ group: z.string().max(200).optional() }),
  run: ({ kept }, { group }) => readRecentFailures(kept, group),
});
