import { expect, test } from 'vitest';

import type { GaugeValue } from '../model/metrics';
import { createMetrics } from './metrics';

const UP = /redrive_metrics_source_up\{source="counts".*\} (\d)/;

test('a source that hangs is left out in time, and not read a second time meanwhile; what the process counted is exported', async () => {
  const metrics = createMetrics(undefined, { sourceLimitMs: 50 });
  let reads = 0;
  let answer: (values: GaugeValue[]) => void = () => undefined;
  metrics.watch('counts', 0, () => {
    reads += 1;
    return new Promise<GaugeValue[]>((resolve) => {
      answer = resolve;
    });
  });
  metrics.count('redrive_throttled_requests_total', { limit: 'send-rate', topic: 'orders', client_id: 'a' }, 7);
  for (let scrape = 0; scrape < 3; scrape += 1) {
    const text = await metrics.text();
    expect(text).toMatch(/^redrive_throttled_requests_total\{.*client_id="a".*\} 7$/m);
    expect(UP.exec(text)?.[1]).toBe('0');
  }
  expect(reads).toBe(1);
  answer([]);
  await new Promise(setImmediate);
  const next = metrics.text();
  await expect.poll(() => reads).toBe(2);
  answer([{ name: 'rocketmq_topic_number', labels: {}, value: 4 }]);
  const text = await next;
  expect(UP.exec(text)?.[1]).toBe('1');
  expect(text).toMatch(/^rocketmq_topic_number\{.*\} 4$/m);
});
