import { jsonOf, listOf, optional, recordOf, textOf } from '../admin/decode';
import { type Subscription, subscriptionOf } from '../admin/subscription';
import type { LooseRecord } from '../wire/loose-json';

/**
 * What a client said of itself. A heartbeat has the retries and the back-off too, but those are not what the proxy gave
 * the client: where the client says nothing of them they are the proxy's defaults, whatever the group is set to.
 */
export interface ReportedClient {
  readonly type: 'push' | 'simple' | 'unknown';
  readonly language: string;
  readonly version: string;
  readonly host: string | null;
}

export interface ProxyPlace {
  readonly host: string;
  readonly remotingPort: number;
  readonly grpcPort: number;
}

/** One client of one group, as its proxy reported it to the others. */
export interface Heartbeat {
  readonly group: string;
  readonly clientId: string;
  readonly isGone: boolean;
  readonly proxy: ProxyPlace | null;
  readonly address: string;
  readonly subscriptions: readonly Subscription[];
  /** Not in every heartbeat. */
  readonly reported: ReportedClient | null;
}

/** @throws DecodeError for a body that is no heartbeat */
export function readHeartbeat(body: Buffer): Heartbeat {
  const beat = recordOf(jsonOf(body), 'a heartbeat');
  const channel = optional(textOf, beat.channelData, 'channelData');
  const data = channel === null ? null : recordOf(jsonOf(Buffer.from(channel)), 'channelData');
  const extended = data === null ? null : optional(textOf, data.extendAttribute, 'extendAttribute');
  return {
    group: textOf(beat.group, 'group'),
    clientId: textOf(beat.clientId, 'clientId'),
    isGone: beat.heartbeatType === 'UNREGISTER',
    proxy: readProxy(optional(textOf, beat.localProxyId, 'localProxyId')),
    address: (data === null ? null : optional(textOf, data.remoteAddress, 'remoteAddress')) ?? '',
    subscriptions: (optional(listOf, beat.subscriptionDataSet, 'subscriptionDataSet') ?? []).map(subscriptionOf),
    reported:
      extended === null || extended === ''
        ? null
        : readReported(recordOf(jsonOf(Buffer.from(extended)), 'the settings')),
  };
}

function readReported(settings: LooseRecord): ReportedClient {
  const agent = optional(recordOf, settings.userAgent, 'userAgent') ?? {};
  return {
    type: typeOf(settings.clientType),
    language: optional(textOf, agent.language, 'language') ?? '',
    version: optional(textOf, agent.version, 'version') ?? '',
    host: optional(textOf, agent.hostname, 'hostname'),
  };
}

function typeOf(type: unknown): ReportedClient['type'] {
  if (type === 'PUSH_CONSUMER') return 'push';
  return type === 'SIMPLE_CONSUMER' ? 'simple' : 'unknown';
}

/** host%remoting port%gRPC port */
function readProxy(id: string | null): ProxyPlace | null {
  const [host, remotingPort, grpcPort] = id?.split('%') ?? [];
  if (host === undefined || remotingPort === undefined || grpcPort === undefined) return null;
  const ports = { remotingPort: Number(remotingPort), grpcPort: Number(grpcPort) };
  return Number.isInteger(ports.remotingPort) && Number.isInteger(ports.grpcPort) ? { host, ...ports } : null;
}
