import 'server-only';
import { readWaitingRetries, type WaitingRetries } from '../../cluster';
import { defineRead } from '../http/define-read';
import { groupInput } from '../schemas/group-input';

/** What of a group waits for its next delivery at the brokers, and until when. Read when it is asked for. */
export const waitingRetriesRead = defineRead({
  permission: 'group:read',
  subject: 'system',
  input: groupInput,
  runInCluster: ({ engine }, { group }): Promise<WaitingRetries> => readWaitingRetries(engine.cluster, group),
});
