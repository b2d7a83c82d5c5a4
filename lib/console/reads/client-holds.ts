import 'server-only';
import { z } from 'zod';
import { type ClientHolds, readClientHolds } from '../../cluster';
import { defineRead } from '../http/define-read';
import { groupInput } from '../schemas/group-input';

export const clientHoldsInput = groupInput.extend({ clientId: z.string().min(1).max(500) });

/** What one connected 4.x client holds, as it says itself. Read when it is asked for. */
export const clientHoldsRead = defineRead({
  permission: 'group:read',
  subject: 'system',
  input: clientHoldsInput,
  runInCluster: ({ engine }, input): Promise<ClientHolds> => readClientHolds(engine.cluster, input),
});
