import type { AdminCall } from './call';
import { jsonOf, optional, recordOf, textOf } from './decode';

export interface RunningInfo {
  /** Its listener takes messages in order; null: it does not say. */
  readonly consumesOrderly: boolean | null;
}

/** 307: what a connected 4.x client says of itself; the broker waits for it. */
export const runningInfo: AdminCall<{ readonly group: string; readonly clientId: string }, RunningInfo> = {
  code: 307,
  name: 'GET_CONSUMER_RUNNING_INFO',
  kind: 'read',
  isHeavy: true,
  timeoutMs: 8_000,
  ask: ({ group, clientId }) => ({ fields: { consumerGroup: group, clientId, jstackEnable: 'false' } }),
  read: ({ body }) => {
    const info = recordOf(jsonOf(body), 'the running client');
    const said = optional(textOf, optional(recordOf, info.properties, 'properties')?.PROP_CONSUMEORDERLY, 'orderly');
    return { consumesOrderly: said === null ? null : said === 'true' };
  },
};
