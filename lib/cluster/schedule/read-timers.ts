import { type Reason, type Told, told } from '../../model/language/t';
import { known, type ToldReading, unknown } from '../../model/reading';
import { brokerConfig } from '../admin/broker-config';
import { Refusal } from '../admin/call';
import { type RuntimeInfo, runtimeInfo } from '../admin/runtime-info';
import { isSystemTopic } from '../admin/system-names';
import { timerMetrics } from '../admin/timer-metrics';
import type { Cluster } from '../cluster';
import { type Answers, requireSome } from '../topology/answers';
import { reasonOf } from '../topology/reason';

const TIMERS_MS = 5_000;

/** The timer of one broker, which keeps messages with a delivery time. */
export interface TimerState {
  readonly isOn: boolean;
  /** How late it delivers, seconds. */
  readonly lateSeconds: ToldReading<number>;
  /** Stored, and not in its wheel yet. */
  readonly notEntered: ToldReading<number>;
  /** In its wheel: scheduled messages, and records of what 5.x clients were handed out. */
  readonly inWheel: ToldReading<number>;
  readonly inPerSecond: ToldReading<number>;
  readonly outPerSecond: ToldReading<number>;
  /** Topics of applications with messages that wait, most first. Null: unknown, see `topicsWhy`. */
  readonly topics: readonly { readonly topic: string; readonly waiting: number }[] | null;
  readonly topicsWhy: Reason | null;
}

const OFF = told('its timer is off: timerWheelEnable is false');
const IN_ROCKS = told('it keeps its timer in RocksDB, whose state brokers do not report');

/** @throws BrokerError unavailable */
export async function readTimers(cluster: Cluster): Promise<Answers<TimerState>> {
  return cluster.shared.read('timers', TIMERS_MS, async () =>
    requireSome(
      await cluster.gather(async (_broker, ask): Promise<TimerState> => {
        const [config, info] = await Promise.all([ask(brokerConfig, undefined), ask(runtimeInfo, undefined)]);
        // A broker without a timer says 0 of everything.
        const isOn = config.timerWheelEnable !== 'false';
        const why = isOn ? (config.timerRocksDBEnable === 'true' ? IN_ROCKS : null) : OFF;
        const of = (key: string): ToldReading<number> => figureOf(info, key, why, cluster.asOf());
        const state = {
          ...{ isOn, lateSeconds: of('timerReadBehind'), notEntered: of('timerOffsetBehind') },
          ...{
            inWheel: of('timerCongestNum'),
            inPerSecond: of('timerEnqueueTps'),
            outPerSecond: of('timerDequeueTps'),
          },
        };
        if (why !== null) return { ...state, topics: null, topicsWhy: why };
        try {
          return { ...state, topics: topicsIn(await ask(timerMetrics, undefined)), topicsWhy: null };
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          return { ...state, topics: null, topicsWhy: reasonOf(error) };
        }
      }),
    ),
  );
}

/** Brokers also count records of their own there, and a topic that has none any more. */
function topicsIn(counts: ReadonlyMap<string, number>): NonNullable<TimerState['topics']> {
  return [...counts]
    .flatMap(([topic, waiting]) => (waiting > 0 && !isSystemTopic(topic) ? [{ topic, waiting }] : []))
    .toSorted((a, b) => b.waiting - a.waiting || (a.topic < b.topic ? -1 : 1));
}

function figureOf(info: RuntimeInfo, key: string, why: Told | null, asOf: string): ToldReading<number> {
  if (why !== null) return unknown(why);
  const text = info[key];
  if (text === undefined || !/^\d{1,15}(\.\d+)?(E-?\d+)?$/i.test(text)) return unknown(told('not reported'));
  return known(Number(text), asOf);
}
