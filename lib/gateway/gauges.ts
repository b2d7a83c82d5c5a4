import { groupedBy } from '../model/grouped';
import type { GaugeValue } from '../model/metrics';
import type { ConnectedClient } from './sessions/session';

const PROTOCOL = 'grpc';

/** Calls by the processor that serves them in Apache RocketMQ. */
const PROCESSOR: Readonly<Record<string, string>> = {
  SendMessage: 'send',
  RecallMessage: 'send',
  EndTransaction: 'transaction',
  AckMessage: 'ack',
  ChangeInvisibleDuration: 'ack',
  ForwardMessageToDeadLetterQueue: 'ack',
  Heartbeat: 'heartbeat',
};
const OTHERS = 'client_manager';

export function watermarkGauges(running: ReadonlyMap<string, number>): GaugeValue[] {
  const totals = new Map([...new Set([...Object.values(PROCESSOR), OTHERS])].map((processor) => [processor, 0]));
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
    const agent = { language, version: version.slice(0, 40), protocol_type: PROTOCOL };
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
