import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

import { problemsOf, type Told } from '../testing/promql';
import { GAUGE_DEFINITIONS, METRIC_DEFINITIONS, type MetricDefinition } from './metric-definitions';

const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../docs/${path}`, import.meta.url)), 'utf8');

const OWN: Readonly<Record<string, Pick<MetricDefinition, 'kind' | 'labels'>>> = {
  redrive_metrics_source_up: { kind: 'gauge', labels: ['source'] },
  redrive_metrics_series_left_out: { kind: 'gauge', labels: ['metric'] },
  redrive_metrics_left_out_total: { kind: 'counter', labels: ['metric'] },
};
const DEFINITIONS: Readonly<Record<string, Pick<MetricDefinition, 'kind' | 'labels' | 'constant'>>> = {
  ...METRIC_DEFINITIONS,
  ...GAUGE_DEFINITIONS,
  ...OWN,
};
/** Gauges of one node; all others are of the broker, and every node tells the same. */
const OF_ONE_NODE = new Set([
  'rocketmq_consumer_connections',
  'rocketmq_producer_connections',
  'rocketmq_processor_watermark',
  'redrive_limit_used_ratio',
  'redrive_limit_warning',
  'redrive_database_trouble',
  'redrive_database_connections',
  'redrive_build_info',
  'redrive_wake_channel_up',
  'redrive_metrics_source_up',
  'redrive_metrics_series_left_out',
]);
const TOLD: Readonly<Record<string, Told>> = {
  ...Object.fromEntries(
    Object.entries(DEFINITIONS).map(([name, { kind, labels, constant }]) => [
      name,
      {
        kind,
        labels: [...labels, ...Object.keys(constant ?? {}), 'cluster', 'node_type', 'node_id', 'job', 'instance'],
        sameOnEveryNode: kind === 'gauge' && !OF_ONE_NODE.has(name),
      },
    ]),
  ),
  // Prometheus makes it itself for every target.
  up: { kind: 'gauge', labels: ['job', 'instance'], sameOnEveryNode: false },
};
const problems = (expression: string): string[] => problemsOf(expression, TOLD);

test.each([
  ['sum by (topic) (rate(rocketmq_messages_in_total{topic="a"}[5m])) > 1', []],
  ['max(redrive_nothing)', ['redrive_nothing is not a series']],
  ['max(rocketmq_rpc_latency)', ['rocketmq_rpc_latency is not a series']],
  ['sum by (le) (rate(rocketmq_rpc_latency_bucket[5m]))', []],
  ['sum by (le) (rate(rocketmq_rpc_latency_sum[5m]))', ['rocketmq_rpc_latency_sum has no le']],
  ['max(redrive_dead_letters{topic="a"})', ['redrive_dead_letters has no topic']],
  ['max by (colour) (redrive_dead_letters)', ['redrive_dead_letters has no colour']],
  ['max(redrive_dead_letters', ['not PromQL at character 25']],
  ['total(redrive_dead_letters)', ['not PromQL at character 6']],
  ['max(rate(redrive_dead_letters[5m]))', ['rate(redrive_dead_letters): it is a gauge']],
  ['sum(redrive_dead_letters)', ['redrive_dead_letters is the same on every node: max or min, not sum']],
  ['redrive_dead_letters > 1', ['redrive_dead_letters is the same on every node: max or min, not each']],
  ['absent(redrive_dead_letters)', []],
  ['1 + 1', ['it asks for no series']],
])('the check of %s', (expression, expected) => expect(problems(expression)).toEqual(expected));

/** Labels that a text shows and an aggregation has dropped; plain series keep all of theirs. */
function lostLabels(expression: string, text: string, pattern: RegExp): string[] {
  const [, kept] = /\bby \(([^)]*)\)/.exec(expression) ?? [];
  const shown = [...text.matchAll(pattern)].map(([, label = '']) => label);
  return kept === undefined && !/^\w+\(/.test(expression)
    ? []
    : shown.filter((label) => kept?.match(/\w+/g)?.includes(label) !== true);
}

const place = z.object({
  h: z.number().min(1),
  w: z.number().min(1).max(24),
  x: z.number().min(0),
  y: z.number().min(0),
});
const panel = z.object({
  id: z.int(),
  type: z.enum(['row', 'timeseries', 'stat']),
  title: z.string().min(1),
  gridPos: place,
  targets: z.array(z.object({ refId: z.string(), expr: z.string(), legendFormat: z.string() })).optional(),
});
const rule = z.strictObject({
  alert: z.string().regex(/^Redrive\w+$/),
  expr: z.string().min(1),
  for: z.string().optional(),
  labels: z.strictObject({ severity: z.enum(['critical', 'warning', 'info']) }),
  annotations: z.strictObject({ summary: z.string().min(1) }),
});
const dashboard = z.object({
  title: z.string(),
  uid: z.string(),
  schemaVersion: z.int().min(39),
  templating: z.object({ list: z.array(z.object({ name: z.string(), type: z.string() })) }),
  panels: z.array(panel),
});

describe('the Grafana dashboard', () => {
  const { panels, templating } = dashboard.parse(JSON.parse(read('grafana/redrive.json')));

  test('panels have ids of their own and do not overlap', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const taken = new Set<string>();
    for (const { gridPos, title } of panels) {
      expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          expect({ title, free: !taken.has(`${x} ${y}`) }).toEqual({ title, free: true });
          taken.add(`${x} ${y}`);
        }
      }
    }
  });

  test('every panel queries series that are exported, and every variable exists', () => {
    const expressions = panels.flatMap(({ targets = [] }) => targets);
    expect(expressions.length).toBeGreaterThan(20);
    for (const { expr } of expressions) {
      expect({ expr, problems: problems(expr) }).toEqual({ expr, problems: [] });
      for (const [, name] of expr.matchAll(/\$(\w+)/g))
        expect(templating.list.map((variable) => variable.name)).toContain(name);
    }
    for (const { expr, legendFormat } of expressions)
      expect({ expr, lost: lostLabels(expr, legendFormat, /\{\{(\w+)\}\}/g) }).toEqual({ expr, lost: [] });
  });
});

describe('the alert rules', () => {
  const { groups } = z
    .object({ groups: z.array(z.object({ rules: z.array(rule) })) })
    .parse(parse(read('prometheus/alerts.yml')));
  const rules = groups.flatMap((group) => group.rules);

  test.each(rules.map((one) => [one.alert, one] as const))('%s', (_name, { expr, annotations }) => {
    expect(problems(expr)).toEqual([]);
    expect(lostLabels(expr, annotations.summary, /\$labels\.(\w+)/g)).toEqual([]);
  });

  test('there are some', () => expect(rules.length).toBeGreaterThan(10));
});

test('the example queries are valid and use series that are exported', () => {
  const [, block = ''] = /```promql\n([^`]+)```/.exec(read('reference/metrics.md')) ?? [];
  const queries = block.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  expect(queries.length).toBeGreaterThan(4);
  for (const query of queries) expect({ query, problems: problems(query) }).toEqual({ query, problems: [] });
});

test('docs/reference/metrics.md has a row for every metric, with its labels, and for no other', () => {
  const rows = [...read('reference/metrics.md').matchAll(/^\| `((?:rocketmq|redrive)_\w+)` \| (\w+) \| ([^|]*) \|/gm)];
  const documented = Object.fromEntries(
    rows.map(([, name = '', kind, labels = '']) => [name, { kind, labels: labels.match(/\w+/g) ?? [] }]),
  );
  expect(documented).toEqual(
    Object.fromEntries(
      Object.entries(DEFINITIONS).map(([name, { kind, labels, constant }]) => [
        name,
        { kind, labels: [...labels, ...Object.keys(constant ?? {})] },
      ]),
    ),
  );
});
