import type { AdminCall } from './call';
import { jsonOf, optional, recordOf, wholeOf } from './decode';

/** 61: how many messages with a delivery time a broker counts for each topic. One without a timer refuses. */
export const timerMetrics: AdminCall<void, ReadonlyMap<string, number>> = {
  code: 61,
  name: 'GET_TIMER_METRICS',
  kind: 'read',
  ask: () => ({ fields: {} }),
  read: ({ body }) => {
    const counts = optional(recordOf, recordOf(jsonOf(body), 'the timer').timingCount, 'timingCount') ?? {};
    return new Map(
      Object.entries(counts).map(([topic, metric]) => [topic, wholeOf(recordOf(metric, topic).count, 'count')]),
    );
  },
};
