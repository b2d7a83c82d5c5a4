import type { AdminCall } from './call';
import { jsonOf, optional, recordOf, textOf } from './decode';

export interface BrokerAddresses {
  readonly name: string;
  readonly cluster: string;
  /** By broker id; 0 is the master. */
  readonly addresses: Readonly<Record<string, string>>;
}

/** 106, to a name server: clusters, brokers and where they are. */
export const clusterInfo: AdminCall<void, readonly BrokerAddresses[]> = {
  code: 106,
  name: 'GET_BROKER_CLUSTER_INFO',
  kind: 'read',
  ask: () => ({ fields: {} }),
  read: ({ body }) => {
    const table = optional(recordOf, recordOf(jsonOf(body), 'the cluster').brokerAddrTable, 'brokerAddrTable') ?? {};
    return Object.entries(table).map(([name, value]) => {
      const broker = recordOf(value, name);
      const addresses = Object.entries(recordOf(broker.brokerAddrs, `brokerAddrs of ${name}`));
      return {
        name,
        cluster: textOf(broker.cluster, `cluster of ${name}`),
        addresses: Object.fromEntries(
          addresses.map(([id, address]) => [id, textOf(address, `address ${id} of ${name}`)]),
        ),
      };
    });
  },
};

/** The same, with the version of the name server, which the header of each answer has. Null: it does not say. */
export const nameServerInfo: AdminCall<
  void,
  { readonly version: number | null; readonly brokers: readonly BrokerAddresses[] }
> = {
  ...clusterInfo,
  read: (answer) => ({
    version: answer.version === undefined || answer.version <= 0 ? null : answer.version,
    brokers: clusterInfo.read(answer, undefined),
  }),
};
