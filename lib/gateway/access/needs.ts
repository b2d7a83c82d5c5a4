import type { AccessNeed } from '../../model/access/access-rule';
import type { Resource } from '../proto/wire';

/** Where requests name what they touch. Namespaces are ignored here as everywhere. */
interface NamingRequest {
  readonly topic?: Resource;
  readonly group?: Resource;
  readonly messageQueue?: { readonly topic?: Resource };
  readonly messages?: readonly { readonly topic?: Resource }[];
  readonly settings?: {
    readonly publishing?: { readonly topics?: readonly Resource[] };
    readonly subscription?: {
      readonly group?: Resource;
      readonly subscriptions?: readonly { readonly topic?: Resource }[];
    };
  };
}

const nameOf = (resource: Resource | undefined): string => resource?.name ?? '';

function publish(topic: Resource | undefined): AccessNeed {
  return { resource: 'topic', name: nameOf(topic), actions: ['publish'] };
}

function subscribe(topic: Resource | undefined): AccessNeed {
  return { resource: 'topic', name: nameOf(topic), actions: ['subscribe'] };
}

function consume(group: Resource | undefined): AccessNeed {
  return { resource: 'group', name: nameOf(group), actions: ['consume'] };
}

/** A producer has no group; a consumer that leaves it out gets nothing by it. */
function consumeIfNamed({ group }: NamingRequest): AccessNeed[] {
  return group === undefined ? [] : [consume(group)];
}

/**
 * What each RPC needs to be allowed. An RPC is registered under a name of this table (see rpc.ts), so none can be added
 * without a rule. A handler may use no topic and no group but those named here.
 */
const NEEDS = {
  QueryRoute: ({ topic }) => [{ resource: 'topic', name: nameOf(topic), actions: ['publish', 'subscribe'] }],
  QueryAssignment: ({ topic, group }) => [subscribe(topic), consume(group)],
  Heartbeat: consumeIfNamed,
  SendMessage: ({ messages = [] }) => distinct(messages.map(({ topic }) => topic)).map(publish),
  EndTransaction: ({ topic }) => [publish(topic)],
  RecallMessage: ({ topic }) => [publish(topic)],
  ReceiveMessage: ({ messageQueue, group }) => [subscribe(messageQueue?.topic), consume(group)],
  AckMessage: ({ group }) => [consume(group)],
  ChangeInvisibleDuration: ({ group }) => [consume(group)],
  ForwardMessageToDeadLetterQueue: ({ group }) => [consume(group)],
  SyncLiteSubscription: ({ topic, group }) => [subscribe(topic), consume(group)],
  NotifyClientTermination: consumeIfNamed,
  Telemetry: ({ settings: { publishing, subscription } = {} }) => [
    ...distinct(publishing?.topics ?? []).map(publish),
    ...(subscription === undefined ? [] : [consume(subscription.group)]),
    ...distinct((subscription?.subscriptions ?? []).map(({ topic }) => topic)).map(subscribe),
  ],
} satisfies Record<string, (request: NamingRequest) => AccessNeed[]>;

export type RpcName = keyof typeof NEEDS;

export function needsOf(rpc: RpcName, request: object): AccessNeed[] {
  return NEEDS[rpc](request);
}

/** One need per name, however many messages a request has. */
function distinct(resources: readonly (Resource | undefined)[]): Resource[] {
  return [...new Set(resources.map(nameOf))].map((name) => ({ name }));
}
