import { changeRetries, findGroup, listRetries, planRetries, readRetryTide } from '../../broker';
import type { RetriesPort } from '../port/retries';
import type { EmbeddedContext } from './context';
import { toGroupView } from './groups/groups';

export function embeddedRetries({ broker }: EmbeddedContext): RetriesPort {
  return {
    list: async (asked) => {
      const group = asked.group === undefined ? null : toGroupView(await findGroup(broker, asked.group));
      return { ...(await listRetries(broker, asked)), group };
    },
    forecast: (asked) => readRetryTide(broker, asked),
    plan: (verb, selection) => planRetries(broker, verb, selection),
    change: (verb, input) => changeRetries(broker, verb, input),
  };
}
