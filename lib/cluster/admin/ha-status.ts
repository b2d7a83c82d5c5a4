import type { AdminCall } from './call';
import { flagOf, jsonOf, listOf, optional, recordOf, textOf, wholeOf } from './decode';

/** A replica that copies from a master, as the master says. */
export interface HaConnection {
  /** host:port of its end of the connection: the port is none that it listens at. */
  readonly address: string;
  /** Of the commit log, that the replica has not confirmed. */
  readonly behindBytes: number;
  readonly isInSync: boolean;
  readonly bytesPerSecond: number | null;
}

/** 907: the replicas that are connected to a master. One with DLedger refuses. */
export const haStatus: AdminCall<void, readonly HaConnection[]> = {
  code: 907,
  name: 'GET_BROKER_HA_STATUS',
  kind: 'read',
  ask: () => ({ fields: {} }),
  read: ({ body }) => {
    const list = recordOf(jsonOf(body), 'the state of the replicas').haConnectionInfo;
    return (optional(listOf, list, 'haConnectionInfo') ?? []).map((item) => {
      const one = recordOf(item, 'a replica');
      return {
        address: textOf(one.addr, 'addr'),
        behindBytes: Math.max(0, wholeOf(one.diff, 'diff')),
        isInSync: flagOf(one.inSync, 'inSync'),
        bytesPerSecond: optional(wholeOf, one.transferredByteInSecond, 'transferredByteInSecond'),
      };
    });
  },
};
