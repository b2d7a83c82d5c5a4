import { MARK_SETTINGS } from '../../model/cluster/cluster-mark';
import { type BrokerConfig, brokerConfig } from '../admin/broker-config';
import { type RuntimeInfo, runtimeInfo } from '../admin/runtime-info';
import type { Cluster } from '../cluster';
import type { Answers } from './answers';
import type { BrokerFacts, TimerFacts } from './facts';

const FACTS_MS = 60_000;
export const FACTS = 'facts';
const HOUR_MS = 3_600_000;
const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: HOUR_MS, d: 24 * HOUR_MS };
const DEFAULT_LEVELS = '1s 5s 10s 30s 1m 2m 3m 4m 5m 6m 7m 8m 9m 10m 20m 30m 1h 2h';
const PERMISSION_WRITE = 2;
/** Slots of a broker's timer: a week of seconds, without some that stay free. */
const SLOTS = { most: 604_740, usual: 172_800 };

export async function readFacts(cluster: Cluster): Promise<Answers<BrokerFacts>> {
  return cluster.shared.read(FACTS, FACTS_MS, () =>
    cluster.gather(async (_broker, ask) => {
      const [config, info] = await Promise.all([ask(brokerConfig, undefined), ask(runtimeInfo, undefined)]);
      return factsOf(config, info);
    }),
  );
}

/** How far each broker's clock is ahead of ours, milliseconds; brokers that do not say it are left out. */
export async function readClockSkews(cluster: Cluster): Promise<ReadonlyMap<string, number>> {
  return cluster.shared.read('clock skews', FACTS_MS, async () => {
    const { parts } = await cluster.gather(async (_broker, ask) => {
      const info = await ask(runtimeInfo, undefined);
      const atMs = brokerTimeMs(info);
      return atMs === null ? null : atMs - cluster.options.now().getTime();
    });
    return new Map(parts.flatMap(({ broker, value }) => (value === null ? [] : [[broker, value] as const])));
  });
}

/** When it started, and for how long it runs; to a second. */
export function brokerTimeMs({ bootTimestamp, runtime }: RuntimeInfo): number | null {
  const parts = /(\d+) days?, (\d+) hours?, (\d+) minutes?, (\d+) seconds?/.exec(runtime ?? '');
  const bootMs = Number(bootTimestamp);
  if (parts === null || bootTimestamp === undefined || !Number.isSafeInteger(bootMs)) return null;
  const [days, hours, minutes, seconds] = parts.slice(1).map(Number);
  return bootMs + ((((days ?? 0) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0)) * 1_000;
}

/** A key that a version does not have has the default of the others. */
export function factsOf(config: BrokerConfig, info: RuntimeInfo): BrokerFacts {
  const isPrometheus = /^(PROM|2)$/i.test(config.metricsExporterType ?? '');
  return {
    version: (info.brokerVersionDesc ?? info.brokerVersion ?? 'unknown').replace(/^V/, '').replaceAll('_', '.'),
    role: config.brokerRole ?? null,
    flush: config.flushDiskType ?? null,
    popStore: config.popConsumerKVServiceEnable === 'true' ? 'kv' : 'records',
    mergesPopRecords: config.enablePopBufferMerge === 'true',
    autoCreatesGroups: config.autoCreateSubscriptionGroup !== 'false',
    usesRetryTopicV2: config.enableRetryTopicV2 === 'true',
    readsRetryTopicV1: config.retrieveMessageFromPopRetryTopicV1 !== 'false',
    retentionHours: numberOf(config.fileReservedTime),
    delayLevelsMs: (config.messageDelayLevel ?? DEFAULT_LEVELS).split(' ').flatMap(levelMs),
    timer: timerOf(config),
    maxMessageBytes: numberOf(config.maxMessageSize) ?? 4 * 1024 * 1024,
    filtersProperties: config.enablePropertyFilter === 'true',
    prometheusPort: isPrometheus ? numberOf(config.metricsPromExporterPort) : null,
    lines: Object.fromEntries(
      MARK_SETTINGS.flatMap((setting) => {
        const line = numberOf(config[setting]);
        return line === null ? [] : [[setting, line] as const];
      }),
    ),
    reviveQueues: numberOf(config.reviveQueueNum) ?? 8,
    mayWrite: ((numberOf(config.brokerPermission) ?? 6) & PERMISSION_WRITE) !== 0,
  };
}

function timerOf(config: BrokerConfig): TimerFacts {
  const precisionMs = Math.max(1, numberOf(config.timerPrecisionMs) ?? 1_000);
  const slots = numberOf(config.timerRollWindowSlot) ?? SLOTS.usual;
  const windowMs = (slots < 2 || slots > SLOTS.most ? SLOTS.most : slots) * precisionMs;
  return {
    windowMs,
    precisionMs,
    isInRocks: config.timerRocksDBEnable === 'true',
    isRecallOn: config.recallMessageEnable === 'true',
  };
}

function numberOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

function levelMs(text: string): number[] {
  const [, count, unit] = /^(\d+)([smhd])$/.exec(text) ?? [];
  return count === undefined || unit === undefined ? [] : [Number(count) * (UNIT_MS[unit] ?? 0)];
}
