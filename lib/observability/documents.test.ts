import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { GAUGE_DEFINITIONS, METRIC_DEFINITIONS, type MetricDefinition } from './metric-definitions';

const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../docs/${path}`, import.meta.url)), 'utf8');

const OWN: Readonly<Record<string, Pick<MetricDefinition, 'kind' | 'labels'>>> = {
  redrive_metrics_source_up: { kind: 'gauge', labels: ['source'] },
  redrive_metrics_series_left_out: { kind: 'gauge', labels: ['metric'] },
  redrive_metrics_left_out_total: { kind: 'counter', labels: ['metric'] },
};
/** Prometheus makes it itself for every target. */
const SCRAPED = { up: { kind: 'gauge', labels: ['job', 'instance'] } } as const;
const KNOWN: Readonly<Record<string, Pick<MetricDefinition, 'kind' | 'labels' | 'constant'>>> = {
  ...METRIC_DEFINITIONS,
  ...GAUGE_DEFINITIONS,
  ...OWN,
  ...SCRAPED,
};

const FUNCTIONS = new Set(
  'sort_desc sum max min avg count topk rate increase absent histogram_quantile label_values by on without'.split(' '),
);
const WORDS = new Set(['and', 'or', 'unless', 'Inf']);

interface Use {
  readonly metric: string;
  readonly labels: readonly string[];
}

/** The metrics of an expression with the labels of their matchers. @throws when it does not read like one */
function usesOf(expression: string): { readonly uses: Use[]; readonly grouping: string[] } {
  const tokens = tokensOf(expression);
  const open: string[] = [];
  const uses: { metric: string; labels: string[] }[] = [];
  const grouping: string[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token in CLOSED_BY) open.push(token === '(' && GROUPS.has(tokens[index - 1] ?? '') ? 'labels' : token);
    else if (Object.values(CLOSED_BY).includes(token)) requireOpened(open.pop(), token, expression);
    else if (/^[a-zA-Z_]/.test(token)) {
      const place = open.at(-1);
      if (place === '{') uses.at(-1)?.labels.push(token);
      else if (place === 'labels') grouping.push(token);
      else if (isMetric(token, tokens[index + 1])) uses.push({ metric: token, labels: [] });
    }
  }
  if (open.length > 0) throw new Error(`${open.join('')} is not closed in ${expression}`);
  return { uses, grouping };
}

const CLOSED_BY: Readonly<Record<string, string>> = { '(': ')', '{': '}', '[': ']', labels: ')' };
const GROUPS = new Set(['by', 'on', 'without']);

function requireOpened(opened: string | undefined, closing: string, expression: string): void {
  if (opened === undefined || CLOSED_BY[opened] !== closing)
    throw new Error(`${closing} without its opening in ${expression}`);
}

function isMetric(word: string, next: string | undefined): boolean {
  if (next === '(' && !FUNCTIONS.has(word) && !WORDS.has(word)) throw new Error(`${word} is not a function`);
  return !FUNCTIONS.has(word) && !WORDS.has(word);
}

function tokensOf(expression: string): string[] {
  const pattern =
    /\s+|("[^"]*")|([a-zA-Z_:][a-zA-Z0-9_:]*)|(\d+(?:\.\d+)?[smhd]?)|(=~|!~|!=|==|<=|>=|[-+*/%<>=(){}[\],])/gy;
  const tokens: string[] = [];
  let end = 0;
  for (let match = pattern.exec(expression); match !== null; match = pattern.exec(expression)) {
    end = pattern.lastIndex;
    if (match[0].trim() !== '') tokens.push(match[0]);
  }
  if (end !== expression.length) throw new Error(`not understood: ${expression.slice(end, end + 20)}`);
  return tokens;
}

/** What an expression says that no scrape does. */
function problemsOf(expression: string): string[] {
  const { uses, grouping } = usesOf(expression);
  const problems: string[] = [];
  const offered = new Set(['le']);
  for (const { metric, labels } of uses) {
    const base = metric.replace(/_(bucket|sum|count)$/, '');
    const definition = KNOWN[metric] ?? (KNOWN[base]?.kind === 'histogram' ? KNOWN[base] : undefined);
    if (definition === undefined || (metric === base && definition.kind === 'histogram')) {
      problems.push(`${metric} is not a series`);
      continue;
    }
    const own = [
      ...definition.labels,
      ...Object.keys(definition.constant ?? {}),
      'cluster',
      'node_type',
      'node_id',
      'le',
    ];
    for (const label of own) offered.add(label);
    problems.push(...labels.filter((label) => !own.includes(label)).map((label) => `${metric} has no label ${label}`));
  }
  return [...problems, ...grouping.filter((label) => !offered.has(label)).map((label) => `no series has ${label}`)];
}

test('the check of expressions finds what is wrong', () => {
  expect(problemsOf('sum by (topic) (rate(rocketmq_messages_in_total{topic="a"}[5m])) > 1')).toEqual([]);
  expect(problemsOf('max(redrive_nothing)')).toEqual(['redrive_nothing is not a series']);
  expect(problemsOf('rocketmq_rpc_latency')).toEqual(['rocketmq_rpc_latency is not a series']);
  expect(problemsOf('redrive_dead_letters{topic="a"}')).toEqual(['redrive_dead_letters has no label topic']);
  expect(problemsOf('sum by (colour) (redrive_dead_letters)')).toEqual(['no series has colour']);
  expect(() => problemsOf('sum(redrive_dead_letters')).toThrow('not closed');
  expect(() => problemsOf('sum(redrive_dead_letters]')).toThrow('without its opening');
  expect(() => problemsOf('total(redrive_dead_letters)')).toThrow('not a function');
});

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

  test('every panel asks for series that are told, and every variable exists', () => {
    const expressions = panels.flatMap(({ targets = [] }) => targets);
    expect(expressions.length).toBeGreaterThan(20);
    for (const { expr } of expressions) {
      expect({ expr, problems: problemsOf(expr) }).toEqual({ expr, problems: [] });
      for (const [, name] of expr.matchAll(/\$(\w+)/g))
        expect(templating.list.map((variable) => variable.name)).toContain(name);
    }
    for (const [, label] of JSON.stringify(expressions).matchAll(/\{\{(\w+)\}\}/g))
      expect(Object.values(KNOWN).some(({ labels }) => labels.includes(label ?? ''))).toBe(true);
  });
});

describe('the alert rules', () => {
  const rules = read('prometheus/alerts.yml')
    .split(/^ {6}- alert: /m)
    .slice(1);

  test.each(rules.map((rule): [string, string] => [rule.split('\n')[0] ?? '', rule]))('%s', (_name, rule) => {
    const expression = /^ {8}expr: (.+)$/m.exec(rule)?.[1] ?? '';
    expect(expression).not.toBe('');
    expect(problemsOf(expression)).toEqual([]);
    expect(rule).toMatch(/^ {8}labels: \{ severity: (critical|warning|info) \}$/m);
    expect(rule).toMatch(/^ {8}annotations: \{ summary: (['"]).+\1 \}$/m);
  });

  test('there are some', () => expect(rules.length).toBeGreaterThan(10));
});

test('the example queries read like expressions of series that are told', () => {
  const [, block = ''] = /```promql\n([^`]+)```/.exec(read('metrics.md')) ?? [];
  const queries = block.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  expect(queries.length).toBeGreaterThan(4);
  for (const query of queries) expect({ query, problems: problemsOf(query) }).toEqual({ query, problems: [] });
});

test('docs/metrics.md has a row for every metric, with its labels, and for no other', () => {
  const rows = [...read('metrics.md').matchAll(/^\| `((?:rocketmq|redrive)_\w+)` \| (\w+) \| ([^|]*) \|/gm)];
  const documented = Object.fromEntries(
    rows.map(([, name = '', kind, labels = '']) => [name, { kind, labels: labels.match(/\w+/g) ?? [] }]),
  );
  const { up: _up, ...told } = KNOWN;
  expect(documented).toEqual(
    Object.fromEntries(
      Object.entries(told).map(([name, { kind, labels, constant }]) => [
        name,
        { kind, labels: [...labels, ...Object.keys(constant ?? {})] },
      ]),
    ),
  );
});
