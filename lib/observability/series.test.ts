import { Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';

import { Counts, FastHistogram, MAX_SERIES } from './series';

const DEFINITION = {
  kind: 'histogram',
  help: 'How long it took.',
  labels: ['method', 'code'],
  constant: { protocol: 'grpc' },
  buckets: [0.001, 0.01, 0.1, 1],
} as const;
const VALUES = [0, 0.001, 0.0011, 0.05, 0.1, 0.7, 1, 5, 5_000];

function registry(): Registry {
  const made = new Registry();
  made.setDefaultLabels({ cluster: 'c', node_id: 'n' });
  return made;
}

test('a histogram reads as that of prom-client, as text and as JSON', async () => {
  const [theirs, ours] = [registry(), registry()];
  const { help, buckets, labels, constant } = DEFINITION;
  const labelNames = [...labels, ...Object.keys(constant)];
  const expected = new Histogram({ name: 'took', help, labelNames, buckets: [...buckets], registers: [theirs] });
  const fast = new FastHistogram('took', DEFINITION, () => expect.unreachable()).register(ours);
  for (const method of ['Send', 'Ack']) {
    for (const value of VALUES) {
      expected.observe({ method, code: '20000', ...constant }, value);
      fast.observe(Object.freeze({ method, code: '20000', undeclared: 'x' }), value);
      fast.observe({ method, code: '20000' }, value);
      expected.observe({ method, code: '20000', ...constant }, value);
    }
  }
  expect(await ours.metrics()).toBe(await theirs.metrics());
  expect((await ours.metrics()).split('\n')).toHaveLength(2 + 2 * 7 + 1);
  const sorted = async (of: Registry): Promise<unknown> =>
    (await of.getMetricsAsJSON()).map(({ values, ...rest }) => ({
      ...rest,
      values: values.map((value: Record<string, unknown>) => ({ ...value, exemplar: undefined })),
    }));
  expect(await sorted(ours)).toEqual(await sorted(theirs));
});

test('counts are handed over once, zeros once, and what is one series too many is left out', () => {
  let leftOut = 0;
  const counts = new Counts({ ...DEFINITION, kind: 'counter', labels: ['topic'] }, () => (leftOut += 1));
  const take = (): [string | undefined, number][] => {
    const taken: [string | undefined, number][] = [];
    counts.take(({ topic }, count) => taken.push([topic, count]));
    return taken;
  };
  counts.add({ topic: 'a' }, 2);
  counts.add({ topic: 'a' }, 3);
  counts.add({ topic: 'b' }, 0);
  expect(take()).toEqual([
    ['a', 5],
    ['b', 0],
  ]);
  counts.add({ topic: 'a' }, 1);
  expect(take()).toEqual([['a', 1]]);
  for (let index = 0; index < MAX_SERIES; index += 1) counts.add({ topic: `t${index}` }, 1);
  expect([leftOut, take()]).toEqual([2, expect.objectContaining({ length: MAX_SERIES - 2 })]);
});
