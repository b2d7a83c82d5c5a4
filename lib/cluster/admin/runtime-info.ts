import type { AdminCall } from './call';
import { jsonOf, recordOf, textOf } from './decode';

export type RuntimeInfo = Readonly<Record<string, string>>;

/** 28: what the broker counts about itself. Every key may be missing in a version. */
export const runtimeInfo: AdminCall<void, RuntimeInfo> = {
  code: 28,
  name: 'GET_BROKER_RUNTIME_INFO',
  kind: 'read',
  ask: () => ({ fields: {} }),
  read: ({ body }) => {
    const table = recordOf(recordOf(jsonOf(body), 'the figures').table, 'table');
    return Object.fromEntries(Object.entries(table).map(([key, value]) => [key, textOf(value, key)]));
  },
};
