import type { AdminCall } from './call';
import { jsonOf, listOf, optional, recordOf, textOf } from './decode';

export interface ProducerConnection {
  readonly group: string;
  readonly clientId: string;
  readonly address: string;
  readonly language: string;
  readonly version: number;
}

/** 328: remoting producers; no process knows the producers of proxies. */
export const producers: AdminCall<void, readonly ProducerConnection[]> = {
  code: 328,
  name: 'GET_ALL_PRODUCER_INFO',
  kind: 'read',
  ask: () => ({ fields: {} }),
  read: ({ body }) =>
    Object.entries(optional(recordOf, recordOf(jsonOf(body), 'the producers').data, 'data') ?? {}).flatMap(
      ([group, clients]) =>
        listOf(clients, group).map((value) => {
          const client = recordOf(value, 'a producer');
          return {
            group,
            clientId: textOf(client.clientId, 'clientId'),
            // As Java writes it: /10.0.0.8:52000.
            address: textOf(client.remoteIP, 'remoteIP').replace(/^\//, ''),
            language: optional(textOf, client.language, 'language') ?? '',
            version: typeof client.version === 'number' ? client.version : 0,
          };
        }),
    ),
};
