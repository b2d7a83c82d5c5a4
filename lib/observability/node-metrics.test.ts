import { expect, test } from 'vitest';

import { createMetrics, type MetricsRegistry } from './metrics';
import { NodeMetrics, type ProcessMetrics } from './node-metrics';

const open = (process: string): MetricsRegistry => createMetrics({ cluster: 'redrive', nodeId: 'host:8081', process });
const answer = async (name: string, run: number, registry: MetricsRegistry): Promise<ProcessMetrics> => ({
  ...{ name, run },
  metrics: await registry.json(),
});
const orders = { topic: 'orders', message_type: 'normal' };
const accepted = (text: string): number | undefined => {
  const found = /^rocketmq_messages_in_total\{topic="orders".*node_id="host:8081"\} (\d+)$/m.exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
};

test('counts are added up under the labels of the node, and never fall when a process is started again', async () => {
  const node = new NodeMetrics();
  const [one, other] = [open('broker 1'), open('broker 2')];
  one.count('rocketmq_messages_in_total', orders, 5);
  other.count('rocketmq_messages_in_total', orders, 3);
  one.observe('redrive_rpc_duration_seconds', { method: 'SendMessage' }, 0.01);
  other.observe('redrive_rpc_duration_seconds', { method: 'SendMessage' }, 0.02);
  const text = await node.text([await answer('broker 1', 1, one), await answer('broker 2', 1, other)]);
  expect(accepted(text)).toBe(8);
  expect(text).toMatch(/^redrive_rpc_duration_seconds_count\{method="SendMessage".*\} 2$/m);
  expect(text.match(/^rocketmq_messages_in_total\{/gm)).toHaveLength(1);
  // It hangs: what it had counted is still counted.
  expect(accepted(await node.text([await answer('broker 1', 1, one)]))).toBe(8);
  const again = open('broker 2');
  expect(accepted(await node.text([await answer('broker 1', 1, one), await answer('broker 2', 2, again)]))).toBe(8);
  again.count('rocketmq_messages_in_total', orders, 2);
  for (let scrape = 0; scrape < 2; scrape += 1)
    expect(accepted(await node.text([await answer('broker 1', 1, one), await answer('broker 2', 2, again)]))).toBe(10);
});

test('gauges become one as each is meant; what is of a process has its label', async () => {
  const node = new NodeMetrics();
  const processes = [open('broker 1'), open('broker 2')];
  processes.forEach((metrics, index) =>
    metrics.watch('all', 0, () => [
      { name: 'rocketmq_processor_watermark', labels: { processor: 'send' }, value: index + 1 },
      { name: 'redrive_build_info', labels: { version: '1' }, value: 1 },
      { name: 'redrive_wake_channel_up', labels: {}, value: index },
      { name: 'redrive_limit_used_ratio', labels: { kind: 'send-rate', scope: 'broker', subject: '' }, value: index },
    ]),
  );
  const text = await node.text(
    await Promise.all(processes.map((metrics, index) => answer(`broker ${index + 1}`, 1, metrics))),
  );
  const values = [...text.matchAll(/^(rocketmq_proc|redrive_build|redrive_wake|redrive_limit)\w*\{.*\} (\S+)$/gm)];
  expect(values.map(([, name, value]) => [name, value])).toEqual([
    ['rocketmq_proc', '3'],
    ['redrive_build', '1'],
    ['redrive_limit', '0.5'],
    ['redrive_wake', '0'],
  ]);
  const own = [...text.matchAll(/^process_start_time_seconds\{.*process="(broker \d)".*\}/gm)];
  expect(own.map(([, process]) => process)).toEqual(['broker 1', 'broker 2']);
});
