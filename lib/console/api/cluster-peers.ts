import 'server-only';
import { z } from 'zod';
import { readProducers } from '../../cluster';
import { CLUSTER_MARK_NAMES, MARK_SOURCES } from '../../model/cluster-mark';
import { defineRoute } from '../http/define-route';
import { readClusterLoad } from '../reads/cluster-load';
import { readingShape, silent, time, toReadingShape } from '../schemas/shapes';

export const getClusterLoadRoute = defineRoute({
  method: 'get',
  path: '/load',
  name: 'getClusterLoad',
  summary: 'How much the brokers and proxies have to do, and how near that is to what they refuse at',
  tag: 'Clusters',
  permission: 'group:read',
  subject: 'system',
  answers: [
    {
      status: 200,
      description: 'As of now',
      schema: z.object({
        items: z.array(
          z.object({
            ...{ kind: z.enum(['broker', 'proxy']), name: z.string() },
            awaySince: time.nullable().describe('null: it answers, or that is not known'),
            ...{ awayWhy: z.string().nullable(), unwellWhy: z.string().nullable(), seenAt: time.nullable() },
            inPerSecond: readingShape.describe('Messages stored, over the last minute'),
            outPerSecond: readingShape.describe('Messages handed out, over the last minute'),
            callsPerSecond: readingShape.describe('Calls of this console, over the last minute'),
            marks: z
              .array(
                z.object({
                  ...{ mark: z.enum(CLUSTER_MARK_NAMES), value: readingShape },
                  line: z.number().nullable().describe('From here on it refuses or slows down; null: there is none'),
                  source: z.enum(MARK_SOURCES).describe('What the broker answers, or what it reports to Prometheus'),
                }),
              )
              .describe('Of a broker'),
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
    },
  ],
  runInCluster: async (ctx) => ({
    status: 200,
    body: {
      items: (await readClusterLoad(ctx)).map(({ inPerSecond, outPerSecond, callsPerSecond, marks, ...peer }) => ({
        ...peer,
        inPerSecond: toReadingShape(inPerSecond),
        outPerSecond: toReadingShape(outPerSecond),
        callsPerSecond: toReadingShape(callsPerSecond),
        marks: marks.map(({ value, ...mark }) => ({ ...mark, value: toReadingShape(value) })),
      })),
    },
  }),
});

export const listProducersRoute = defineRoute({
  method: 'get',
  path: '/producers',
  name: 'listProducers',
  summary: 'Connected 4.x producers, as brokers tell; 5.x ones send through proxies, which keep no list',
  tag: 'Clusters',
  permission: 'group:read',
  subject: 'system',
  answers: [
    {
      status: 200,
      description: 'Connected now',
      schema: z.object({
        asOf: time,
        items: z.array(
          z.object({
            ...{ group: z.string(), clientId: z.string(), address: z.string() },
            ...{ language: z.string(), version: z.string(), brokers: z.array(z.string()) },
          }),
        ),
        silent,
      }),
    },
  ],
  runInCluster: async ({ engine }) => {
    const { asOf, producers, silent: away } = await readProducers(engine.cluster);
    const items = producers.map((producer) => ({ ...producer, brokers: [...producer.brokers] }));
    return { status: 200, body: { asOf, items, silent: [...away] } };
  },
});
