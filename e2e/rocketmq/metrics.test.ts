import { expect, inject, test } from 'vitest';

import type { SendMessageResponse } from '../../lib/gateway/proto/wire';
import {
  GAUGE_DEFINITIONS,
  METRIC_DEFINITIONS,
  type MetricDefinition,
} from '../../lib/observability/metric-definitions';
import { findFreePort } from '../../lib/runtime/postgres/free-port';
import { until } from '../protocol/support/wait';
import { EventLog } from './support/event-log';
import { Party } from './support/party';
import { startRealBroker } from './support/real-broker';
import type { Target } from './support/target';

const LIMIT_MS = 240_000;
const DELAY = 3;
const TRANSACTION = 4;
const COMMIT = 1;
const ROLLBACK = 2;
const GROUP = 'metrics-group';
const build = inject('rocketmq');

const OWN: Readonly<Record<string, MetricDefinition>> = { ...METRIC_DEFINITIONS, ...GAUGE_DEFINITIONS };
/** Labels of every series: those of the node, and of the exporter. */
const COMMON = new Set(['cluster', 'node_type', 'node_id', 'le', 'otel_scope_name']);
/** The exporter appends them to names of metrics that have a unit. */
const UNIT = /_(milliseconds|seconds|bytes)$/;
/** What has nothing to stand for here; docs/reference/metrics.md says why. */
const ABSENT = [
  ...['rocketmq_broker_permission', 'rocketmq_pop_buffer_scan_time_consume', 'rocketmq_pop_checkpoint_buffer_size'],
  ...['rocketmq_pop_offset_buffer_size', 'rocketmq_pop_revive_in_message_total', 'rocketmq_pop_revive_lag'],
  ...['rocketmq_pop_revive_latency', 'rocketmq_proxy_up', 'rocketmq_storage_dispatch_behind_bytes'],
  ...['rocketmq_storage_flush_behind_bytes', 'rocketmq_storage_message_reserve_time', 'rocketmq_timer_dequeue_lag'],
  ...['rocketmq_timer_enqueue_lag', 'rocketmq_timer_enqueue_latency', 'rocketmq_timer_message_snapshot'],
];

interface Seen {
  kind: string;
  labels: Set<string>;
  buckets: Set<number>;
}

/** What a text of Prometheus' format tells, by the name that is documented. */
function readText(text: string): Map<string, Seen> {
  const kinds = new Map([...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', kind = '']) => [name, kind]));
  const seen = new Map<string, Seen>();
  for (const [, series = '', labels = ''] of text.matchAll(/^(rocketmq_\w+)\{(.*)\} \S+/gm)) {
    const plain = kinds.has(series) ? series : series.replace(/_(bucket|sum|count)$/, '');
    const name = kinds.has(plain) ? plain : plain.replace(UNIT, '');
    const known = seen.get(name) ?? { kind: kinds.get(name) ?? '', labels: new Set(), buckets: new Set() };
    seen.set(name, known);
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)) {
      if (label === 'le' && value !== '+Inf') known.buckets.add(Number(value));
      if (!COMMON.has(label)) known.labels.add(label);
    }
  }
  return seen;
}

async function introduce(target: Target, topic: string, kind: 'PRODUCER' | 'PUSH_CONSUMER'): Promise<Party> {
  const group = kind === 'PRODUCER' ? {} : { group: GROUP };
  const party = new Party(target.port, new EventLog(), { kind, topics: [topic], ...group });
  await party.introduce();
  return party;
}

/** Something of everything that is counted: sent, consumed, dead, delayed, committed and rolled back. */
async function play(target: Target): Promise<Party[]> {
  await target.createTopic('metrics-normal', 'NORMAL', 1);
  await target.createTopic('metrics-delay', 'DELAY', 1);
  await target.createTopic('metrics-half', 'TRANSACTION', 1);
  await target.createGroup(GROUP, { maxRetries: 1 });
  const producer = await introduce(target, 'metrics-normal', 'PRODUCER');
  const consumer = await introduce(target, 'metrics-normal', 'PUSH_CONSUMER');
  await producer.mustSend(['m1', 'm2', 'm3']);
  const { messages } = await consumer.poll();
  await consumer.ack('ack', messages[0]);
  await consumer.forward('forward', messages[1], 1, 1);
  const delayer = await introduce(target, 'metrics-delay', 'PRODUCER');
  const deliveryTimestamp = { seconds: Math.floor(Date.now() / 1000) + 2, nanos: 0 };
  await delayer.send('later', { messageType: DELAY, deliveryTimestamp });
  const half = await introduce(target, 'metrics-half', 'PRODUCER');
  for (const resolution of [COMMIT, ROLLBACK]) {
    const { entries }: SendMessageResponse = await half.send(`half ${resolution}`, { messageType: TRANSACTION });
    const { messageId = '', transactionId = '' } = entries?.[0] ?? {};
    const topic = { name: 'metrics-half' };
    await half.raw.call('EndTransaction', { topic, messageId, transactionId, resolution, source: 1 });
  }
  return [producer, consumer, delayer, half];
}

test.skipIf('missing' in build)(
  'every metric of Apache RocketMQ that is exported here has its kind, its labels and its buckets; the others are known',
  // In short: the names, kinds and labels of the documentation, lib/observability/metrics.test.ts.
  { tags: ['long'], timeout: LIMIT_MS },
  async () => {
    if ('missing' in build) throw new Error('nothing to compare with');
    const metricsPort = await findFreePort('127.0.0.1');
    const target = await startRealBroker(build.classpath, { metricsPort });
    try {
      const parties = await play(target);
      const told = Object.keys(OWN).filter((name) => name.startsWith('rocketmq_'));
      let real = new Map<string, Seen>();
      await until(
        'all of them',
        async () => {
          real = readText(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text());
          return told.every((name) => real.has(name));
        },
        60_000,
      ).catch(() => undefined);
      expect(told.filter((name) => !real.has(name))).toEqual([]);
      expect([...real.keys()].filter((name) => OWN[name] === undefined && !ABSENT.includes(name))).toEqual([]);
      for (const name of told) {
        const { kind, labels, constant = {}, buckets = [] } = OWN[name] ?? { kind: '', labels: [] };
        const found = real.get(name);
        const own = { kind, labels: [...labels, ...Object.keys(constant)].toSorted(), buckets };
        const theirs = {
          kind: found?.kind,
          labels: [...(found?.labels ?? [])].toSorted(),
          buckets: [...(found?.buckets ?? [])].toSorted((a, b) => a - b),
        };
        expect({ name, ...own }).toEqual({ name, ...theirs });
      }
      for (const party of parties) party.close();
    } finally {
      await target.close();
    }
  },
);
