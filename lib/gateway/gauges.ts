import { groupedBy } from '../model/grouped';
import type { GaugeValue } from '../model/metrics';
import type { ConnectedClient } from './sessions/session';

const PROTOCOL = 'grpc';
/** Clients may send any text here. */
const MAX_VERSION_CHARS = 40;

/** Unary calls by the processor whose thread pool serves them in Apache RocketMQ 5.3 (BrokerController). */
const PROCESSOR: Readonly<Record<string, string>> = {
  SendMessage: 'send',
  RecallMessage: 'send',
  EndTransaction: 'transaction',
  AckMessage: 'ack',
  ChangeInvisibleDuration: 'ack',
  ForwardMessageToDeadLetterQueue: 'send',
  Heartbeat: 'heartbeat',
};
const OTHERS = 'client_manager';

export interface Watermarks {
  /** Unary calls under way, per RPC. */
  readonly running: ReadonlyMap<string, number>;
  /** Receives under way, including held receives that wait for a message. */
  readonly receives: number;
  /** Sends under way that wait for the batch before theirs to be stored. */
  readonly waitingSends: number;
}

export function watermarkGauges({ running, receives, waitingSends }: Watermarks): GaugeValue[] {
  const totals = new Map([...new Set([...Object.values(PROCESSOR), OTHERS])].map((processor) => [processor, 0]));
  totals.set('pull', receives).set('async_put', waitingSends);
  for (const [rpc, count] of running) {
    const processor = PROCESSOR[rpc] ?? OTHERS;
    totals.set(processor, (totals.get(processor) ?? 0) + count);
  }
  return [...totals].map(([processor, value]) => ({
    name: 'rocketmq_processor_watermark',
    labels: { processor },
    value,
  }));
}

export function connectionGauges(clients: readonly ConnectedClient[]): GaugeValue[] {
  const alike = groupedBy(clients, ({ kind, group, language, version }) =>
    JSON.stringify([kind === 'producer', group, language, version]),
  );
  return [...alike.values()].flatMap((same): GaugeValue[] => {
    const [client] = same;
    if (client === undefined) return [];
    const { kind, group, language, version } = client;
    const agent = {
      language: language.toLowerCase(),
      version: version.slice(0, MAX_VERSION_CHARS).toLowerCase(),
      protocol_type: PROTOCOL,
    };
    return kind === 'producer'
      ? [{ name: 'rocketmq_producer_connections', labels: agent, value: same.length }]
      : [
          {
            name: 'rocketmq_consumer_connections',
            labels: { ...agent, consumer_group: group ?? '', consume_mode: kind === 'push' ? 'push' : 'pop' },
            value: same.length,
          },
        ];
  });
}
