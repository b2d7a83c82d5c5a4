import type { LooseRecord } from '../wire/loose-json';
import { type AdminCall, ANSWER } from './call';
import { jsonOf, listOf, optional, recordOf, textOf } from './decode';
import { type Subscription, subscriptionOf } from './subscription';

export interface ConsumerConnection {
  readonly clientId: string;
  readonly address: string;
  readonly language: string;
  /** The client's version as a number of the protocol. */
  readonly version: number;
}

export interface ConsumerConnections {
  readonly clients: readonly ConsumerConnection[];
  /** CONSUME_ACTIVELY or CONSUME_PASSIVELY. */
  readonly type: string;
  /** Every client has its own position: none takes anything from another. */
  readonly isBroadcast: boolean;
  /** Of the group: the newest that any of its clients sent to the broker. */
  readonly subscriptions: readonly Subscription[];
}

/** 203: the remoting clients of a group that this broker knows; null: none is connected to it. */
export const consumerConnections: AdminCall<{ readonly group: string }, ConsumerConnections | null> = {
  code: 203,
  name: 'GET_CONSUMER_CONNECTION_LIST',
  kind: 'read',
  accepts: [ANSWER.notOnline],
  ask: ({ group }) => ({ fields: { consumerGroup: group } }),
  read: ({ code, body }) => {
    if (code === ANSWER.notOnline) return null;
    const answer = recordOf(jsonOf(body), 'the clients');
    return {
      clients: listOf(answer.connectionSet, 'connectionSet').map((value) => connectionOf(recordOf(value, 'a client'))),
      type: optional(textOf, answer.consumeType, 'consumeType') ?? '',
      isBroadcast: answer.messageModel === 'BROADCASTING',
      subscriptions: Object.entries(optional(recordOf, answer.subscriptionTable, 'subscriptionTable') ?? {}).map(
        ([topic, value]) => subscriptionOf({ ...recordOf(value, `subscription to ${topic}`), topic }),
      ),
    };
  },
};

/** A 5.x client of a proxy in local mode, which calls every one of its clients so. */
export function isProxied({ language }: Pick<ConsumerConnection, 'language'>): boolean {
  return language === 'HTTP';
}

function connectionOf(client: LooseRecord): ConsumerConnection {
  return {
    clientId: textOf(client.clientId, 'clientId'),
    address: textOf(client.clientAddr, 'clientAddr'),
    language: optional(textOf, client.language, 'language') ?? '',
    version: typeof client.version === 'number' ? client.version : 0,
  };
}
