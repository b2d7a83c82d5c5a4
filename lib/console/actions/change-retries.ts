'use server';

import { z } from 'zod';
import { changeRetries } from '../../broker';
import { RETRY_VERBS } from '../../model/retry-change';
import { defineAction } from '../http/define-action';
import { reasonSchema } from '../schemas/group';
import { retrySelection, toRetrySelection } from '../schemas/retry-filter';

/** Retry now, to the dead letters, hold, release: waiting messages of a group. */
export const changeRetriesAction = defineAction({
  permission: 'retry:change',
  subject: { group: ({ group }) => group },
  input: retrySelection.extend({ verb: z.enum(RETRY_VERBS), reason: reasonSchema }),
  run: ({ broker, actor }, { verb, reason, ...selection }) =>
    changeRetries(broker, verb, { ...toRetrySelection(selection), reason, actor }),
});
