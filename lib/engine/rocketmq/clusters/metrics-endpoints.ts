import { setTimeout as sleep } from 'node:timers/promises';

import { checkUrl, getLines, type SendGuard, SendProblem, toldSendProblem } from '../../../broker';
import { type AnswerCounts, Exposition, type HeldCount, type MetricMarks } from '../../../cluster';
import { type ClusterFields, EVERY_BROKER, type MetricsAddresses } from '../../../model/cluster/cluster';
import { BrokerError, isBrokerError } from '../../../model/errors';
import { type Reason, type Told, told } from '../../../model/language/t';
import { type Counted, type RefusalRates, refusalRates } from './refusal-rates';

/** Nothing is read that is not https on the public internet. */
export const NOWHERE_ELSE: SendGuard = { allow: new Set() };
/** A broker works out the backlog of each group while it answers. */
const TIMEOUT_MS = 10_000;
const FIELD = 'metricsAddresses';

/** Where these go is limited like every other address that this server calls. @throws BrokerError bad-request */
export function checkMetricsAddresses({ metricsAddresses = {} }: ClusterFields, { allow }: SendGuard): void {
  for (const address of Object.values(metricsAddresses)) {
    const { url } = checkUrl(address, allow, FIELD);
    if (url.search !== '' || url.hash !== '')
      throw new BrokerError(
        'bad-request',
        told('{field} must have addresses without a question mark or a hash.', { field: FIELD }),
        {
          ...{ field: FIELD, limit: 'no query', value: address.slice(0, 100) },
        },
      );
  }
}

/** What a broker reports to Prometheus. */
export interface ReportedMarks {
  readonly address: string;
  readonly asOf: string;
  readonly marks: MetricMarks;
  /** What some of them are made of. */
  readonly why: RefusalRates['why'];
  /** As its counters stand; null: not known. */
  readonly answers: AnswerCounts | null;
  /** What clients hold, by group. */
  readonly held: ReadonlyMap<string, readonly HeldCount[]>;
  /** Why nothing is known; null: it is. */
  readonly problem: Reason | null;
}

/** So often is an address asked. */
const METRICS_MS = 30_000;
/** For longer no page and no sample waits for it. */
const PATIENCE_MS = 1_000;

type Reported = ReadonlyMap<string, ReportedMarks>;
const NO_ANSWERS: AnswerCounts = { sends: 0, refused: {}, denied: {} };
const NOTHING = { marks: {}, why: {}, answers: null, held: new Map<string, readonly HeldCount[]>() } as const;

/** What the brokers of a cluster report to Prometheus: one reader for all, and none waits for a slow address. */
export class MetricsReader {
  readonly #addresses: MetricsAddresses;
  readonly #guard: SendGuard;
  #last: Reported | null = null;
  readonly #counted = new Map<string, Counted>();
  #reading: Promise<Reported> | null = null;
  #startedMs = Number.NEGATIVE_INFINITY;

  constructor(addresses: MetricsAddresses, guard: SendGuard) {
    this.#addresses = addresses;
    this.#guard = guard;
  }

  /** An address of a broker is set. */
  get isSet(): boolean {
    return Object.keys(this.#addresses).length > 0;
  }

  /**
   * By broker, where an address is set; the last known. @param brokers all of the cluster @param asOf the time of now
   * @param patienceMs for so long a reading that is under way is waited for
   */
  async read(brokers: readonly string[], asOf: () => string, patienceMs = PATIENCE_MS): Promise<Reported> {
    if (!this.isSet) return new Map();
    if (this.#reading === null && performance.now() - this.#startedMs >= METRICS_MS) {
      this.#startedMs = performance.now();
      this.#reading = readMetrics(this.#addresses, brokers, this.#guard, asOf)
        .then((found) => (this.#last = this.#withRates(found)))
        .finally(() => (this.#reading = null));
    }
    if (this.#reading !== null && patienceMs > 0)
      await Promise.race([this.#reading, sleep(patienceMs, undefined, { ref: false })]);
    return this.#last ?? this.#notYet(brokers, asOf());
  }

  /** A reading that failed is no beginning of the next one: then the one before it is. */
  #withRates(found: Reported): Reported {
    const readMs = performance.now();
    return new Map(
      [...found].map(([broker, reported]) => {
        const { answers } = reported;
        const rates = refusalRates(this.#counted.get(broker), { readMs, answers });
        // A counter that a broker does not list yet is at 0.
        if (reported.problem === null) this.#counted.set(broker, { readMs, answers: answers ?? NO_ANSWERS });
        return [broker, { ...reported, marks: { ...reported.marks, ...rates.marks }, why: rates.why }];
      }),
    );
  }

  #notYet(brokers: readonly string[], asOf: string): Reported {
    const problem = told('it has not responded yet');
    return new Map(
      brokers.flatMap((broker) => {
        const address = addressOf(this.#addresses, broker);
        return address === undefined ? [] : [[broker, { ...NOTHING, address, asOf, problem }] as const];
      }),
    );
  }
}

function addressOf(addresses: MetricsAddresses, broker: string): string | undefined {
  return addresses[broker] ?? addresses[EVERY_BROKER];
}

/** Each address is asked once, for all brokers that it is of. */
export async function readMetrics(
  addresses: MetricsAddresses,
  brokers: readonly string[],
  guard: SendGuard,
  asOf: () => string,
): Promise<Reported> {
  const readings = new Map<string, Promise<Exposition | Failure>>();
  const read = (address: string): Promise<Exposition | Failure> => {
    const reading = readings.get(address) ?? readOne(address, guard);
    readings.set(address, reading);
    return reading;
  };
  const found = await Promise.all(
    brokers.map(async (broker): Promise<readonly [string, ReportedMarks] | null> => {
      const address = addressOf(addresses, broker);
      if (address === undefined) return null;
      const text = await read(address);
      const place = { address, asOf: asOf() };
      if ('failure' in text) return [broker, { ...NOTHING, ...place, problem: text.failure }];
      const marks = text.of(broker);
      if (marks === undefined) return [broker, { ...NOTHING, ...place, problem: othersOf(text, broker) }];
      const answers = text.answersOf(broker);
      return [broker, { ...place, marks, why: {}, answers, held: text.heldOf(broker), problem: null }];
    }),
  );
  return new Map(found.flatMap((one) => (one === null ? [] : [one])));
}

interface Failure {
  readonly failure: Reason;
}

async function readOne(address: string, guard: SendGuard): Promise<Exposition | Failure> {
  const text = new Exposition();
  try {
    await getLines(address, (line) => text.add(line), { ...guard, timeoutMs: guard.timeoutMs ?? TIMEOUT_MS });
    return text;
  } catch (error) {
    // The list of exceptions may be shorter than when it was saved.
    if (isBrokerError(error)) return { failure: error.reason };
    if (error instanceof SendProblem) return { failure: toldSendProblem(error.message) };
    throw error;
  }
}

function othersOf({ brokers }: Exposition, broker: string): Told {
  if (brokers.length === 0) return told('it reports no watermarks of Apache RocketMQ');
  const others = brokers.slice(0, 3);
  return brokers.length > 3
    ? told('it reports {others} and more, not {broker}', { others, broker })
    : told('it reports {others}, not {broker}', { others, broker });
}
