import { z } from 'zod';
import { CLUSTER_MARK_NAMES, MARK_SOURCES } from '../../../model/cluster/cluster-mark';
import { operation } from '../../http/operation';
import { reading, silent, time } from '../../schemas/shapes';

const input = z.strictObject({});
const common = { needs: 'brokers', permission: 'group:read', subject: 'system', effect: 'read', input } as const;
const http = { method: 'get', tag: 'Clusters' } as const;

export const marksShape = z
  .array(
    z.object({
      ...{ mark: z.enum(CLUSTER_MARK_NAMES), value: reading },
      line: z.number().nullable().describe('From here on it refuses or slows down; null: there is none'),
      source: z.enum(MARK_SOURCES).describe('What the broker answers, or what it reports to Prometheus'),
    }),
  )
  .describe('Of a broker');

export const callsShape = {
  callsPerSecond: reading.describe('Calls of this process of the console, over the last minute'),
  mostCalls: reading.describe('In the busiest second of that minute'),
  callLimit: z.int().nullable().describe('Reads of a broker in any second; null: of a proxy, which is not asked'),
};

export const getClusterLoad = operation({
  ...common,
  name: 'getClusterLoad',
  summary: 'Load of the brokers and proxies, and how near it is to their limits',
  output: z.object({
    items: z.array(
      z.object({
        ...{ kind: z.enum(['broker', 'proxy']), name: z.string() },
        awaySince: time.nullable().describe('null: it answers, or that is not known'),
        ...{ awayWhy: z.string().nullable(), unwellWhy: z.string().nullable(), seenAt: time.nullable() },
        inPerSecond: reading.describe('Messages stored, over the last minute'),
        outPerSecond: reading.describe('Messages handed out, over the last minute'),
        ...callsShape,
        marks: marksShape,
        metrics: z
          .object({
            ...{ host: z.string(), asOf: time },
            problem: z.string().nullable().describe('Why nothing is known from there; null: it is read'),
          })
          .nullable()
          .describe('Where the broker reports to Prometheus, as set for the cluster; null: nothing is set'),
      }),
    ),
  }),
  http: { ...http, path: '/load', answer: 'As of now' },
  run: async ({ engine }) => ({ items: await engine.brokers.load() }),
});

export const listProducers = operation({
  ...common,
  name: 'listProducers',
  summary:
    'Connected 4.x producers, as reported by the brokers; 5.x producers send through proxies, which keep no list',
  output: z.object({
    asOf: time,
    answered: z.array(z.string()).describe('Brokers'),
    items: z.array(
      z.object({
        ...{ group: z.string(), clientId: z.string(), address: z.string() },
        ...{ language: z.string(), version: z.string(), brokers: z.array(z.string()) },
      }),
    ),
    silent,
  }),
  http: { ...http, path: '/producers', answer: 'Connected now' },
  run: async ({ engine }) => {
    const { producers: items, ...rest } = await engine.brokers.producers();
    return { ...rest, items };
  },
});

export const clusterLoadHistory = operation({
  ...common,
  name: 'clusterLoadHistory',
  summary: 'How near the brokers of a cluster were to refusing, over time',
  input: z.strictObject({ from: z.string().max(40).default('-1h') }),
  run: ({ engine }, { from }) => engine.brokers.loadHistory(from),
});
