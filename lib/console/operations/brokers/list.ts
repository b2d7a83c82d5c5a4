import { z } from 'zod';
import { BROKER_SETTING_NAMES } from '../../../model/cluster/broker-setting';
import { operation } from '../../http/operation';
import { reading, silent, time } from '../../schemas/shapes';
import { settingAtBroker } from '../../schemas/broker-setting';
import { callsShape, marksShape } from './load';

const unknown = 'null: unknown';

export const listBrokers = operation({
  ...{ needs: 'brokers', permission: 'group:read', subject: 'system', effect: 'read' },
  name: 'listBrokers',
  summary: 'List the brokers and name servers, and how the settings of the brokers differ',
  input: z.strictObject({}),
  output: z.object({
    asOf: time,
    brokers: z.array(
      z.object({
        name: z.string(),
        address: z.string().nullable().describe('Announced by the master; null: the broker has no master now'),
        replicas: z.int(),
        version: z.string().nullable().describe(unknown),
        role: z.string().nullable().describe(`ASYNC_MASTER, SYNC_MASTER; ${unknown}`),
        startedAt: time.nullable().describe(unknown),
        moved: z
          .object({ at: time, from: z.string().describe('Where its master was before') })
          .nullable()
          .describe('The last switch-over to another address; null: none while this console watched'),
        awaySince: time.nullable().describe('null: the broker responds, or that is not known'),
        ...{ awayWhy: z.string().nullable(), unwellWhy: z.string().nullable() },
        inPerSecond: reading.describe('Messages stored, over the last minute'),
        outPerSecond: reading.describe('Messages handed out, over the last minute'),
        ...callsShape,
        marks: marksShape,
      }),
    ),
    replicas: z
      .array(
        z.object({
          broker: z.string().describe('Its master'),
          address: z.string(),
          isRegistered: z.boolean().describe('false: no name server knows it; its port is that of its connection'),
          behindBytes: reading.describe('Of the commit log of the master, that the replica has not confirmed'),
          bytesPerSecond: reading.describe('Copied'),
          isInSync: z.boolean().nullable().describe(unknown),
          isConnected: z.boolean().nullable().describe('It copies from its master; null: unknown'),
        }),
      )
      .describe('As their masters say'),
    nameServers: z.array(
      z.object({
        address: z.string(),
        version: z.string().nullable().describe(unknown),
        brokers: z.array(z.string()).nullable().describe('Registered there; null: unknown, see problem'),
        lacks: z.array(z.string()).describe('Brokers that are registered only at another name server'),
        problem: z.string().nullable().describe('null: the name server responded'),
      }),
    ),
    settings: z
      .array(
        z.object({
          name: z.enum(BROKER_SETTING_NAMES),
          values: z
            .array(z.object({ broker: z.string(), value: z.string().nullable() }))
            .describe('null: the broker has no such setting'),
          differs: z.boolean(),
          isUsual: z.boolean().describe('Every broker has the default of RocketMQ'),
          last: z
            .object({
              ...{ at: time, by: z.string() },
              changes: z.array(settingAtBroker).describe('What changes it back, as changeBrokerSetting takes it'),
            })
            .nullable()
            .describe('The last change through this console, of the brokers that still have its value'),
        }),
      )
      .describe('A fixed list; the configuration of a broker also holds secrets, which are never read'),
    silent: silent.describe('Brokers whose settings are unknown'),
  }),
  http: { method: 'get', path: '/brokers', tag: 'Clusters', answer: 'As of at most 10 s ago' },
  run: ({ engine }) => engine.brokers.list(),
});
