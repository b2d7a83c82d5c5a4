import { changeRetries, findGroup, listRetries, planRetries, readRetryTide, type RetryTide } from '../../broker';
import type { Store } from '../../store/client';
import type { RetriesPort } from '../port/retries';
import type { EmbeddedContext } from './context';
import { toGroupView } from './groups/groups';
import { KeptReadings } from '../../broker/process/kept-readings';

/** It says of when it is. */
const forecasts = new KeptReadings<Store, RetryTide>(({ waiting }) => waiting);

export function embeddedRetries({ broker }: EmbeddedContext): RetriesPort {
  return {
    list: async (asked) => {
      const group = asked.group === undefined ? null : toGroupView(await findGroup(broker, asked.group));
      return { ...(await listRetries(broker, asked)), group };
    },
    forecast: (asked) => forecasts.get(broker.store, JSON.stringify(asked), () => readRetryTide(broker, asked)),
    plan: (verb, selection) => planRetries(broker, verb, selection),
    change: (verb, input) => changeRetries(broker, verb, input),
  };
}
