/**
 * Failure reports at a rate, into the real product: production build, embedded PostgreSQL, console and broker as
 * `npm start` runs them, with messages that are sent, received, acknowledged and refused meanwhile. First through the
 * Node wrapper of the documentation, as four applications; then as plain HTTP calls of 100 reports. Says the outcome of
 * every report. Needs a build (`npm run build`). Writes bench/results/reports.json.
 *   BENCH_SECONDS=30 BENCH_REPORTS_PER_S=1000 node --import tsx bench/reports.ts
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { startProduct, type Product } from '../e2e/fixtures/product';
import { messagesOf, RawClient, rawMessage } from '../e2e/protocol/support/raw-client';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? '30');
const PER_SECOND = Number(process.env['BENCH_REPORTS_PER_S'] ?? '1000');
/** Deliveries a second that are made meanwhile; each is the subject of several reports, as of several deliveries. */
const MESSAGES_PER_SECOND = 200;
const ATTEMPTS = 10;
const APPLICATIONS = 4;
const PER_CALL = 100;
const CALL_LIMIT_MS = 10_000;
const TICK_MS = 50;
const names = { topic: 'bench', group: 'bench' };

interface View {
  readonly messageId: string;
  readonly topic: string;
  readonly deliveryAttempt: number;
}

interface Figures {
  readonly name: string;
  /** Failures that the listeners had. */
  readonly failures: number;
  readonly calls: number;
  readonly stored: number;
  /** This delivery had a report: a repeat of one that was stored. */
  readonly repeated: number;
  /** By the broker, one by one: no such message. */
  readonly notKept: number;
  /** Of calls with 429, and with 503. */
  readonly refused: number;
  /** Of calls without an answer in time. */
  readonly timedOut: number;
  /** Of calls that failed in another way. */
  readonly failed: number;
  /** What no answer ever said "stored" for. */
  readonly lost: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly slowestMs: number;
  /** Messages sent and settled meanwhile. */
  readonly settledPerSecond: number;
}

/** What was answered to all calls of the endpoint. */
class Answers {
  readonly times: number[] = [];
  calls = 0;
  stored = 0;
  repeated = 0;
  notKept = 0;
  refused = 0;
  timedOut = 0;
  failed = 0;

  async call(send: () => Promise<Response>, reports: number): Promise<Response> {
    const startedAt = performance.now();
    this.calls += 1;
    try {
      const answer = await send();
      const text = await answer.clone().text();
      this.times.push(performance.now() - startedAt);
      if (answer.ok) this.#count(JSON.parse(text) as { items: ({ stored: boolean } | { error: object })[] });
      else if (answer.status === 429 || answer.status === 503) this.refused += reports;
      else this.failed += reports;
      return answer;
    } catch (error) {
      this.times.push(performance.now() - startedAt);
      if (error instanceof Error && error.name === 'TimeoutError') this.timedOut += reports;
      else this.failed += reports;
      throw error;
    }
  }

  #count({ items }: { items: ({ stored: boolean } | { error: object })[] }): void {
    for (const item of items) {
      if ('error' in item) this.notKept += 1;
      else if (item.stored) this.stored += 1;
      else this.repeated += 1;
    }
  }
}

/** Sends, receives and settles messages at a rate; half are acknowledged, half refused. */
class Traffic {
  readonly views: View[] = [];
  settled = 0;
  readonly #client: RawClient;
  #going = true;
  readonly #loops: Promise<void>[] = [];

  constructor(port: number) {
    this.#client = new RawClient(port);
    this.#loops.push(this.#send());
    for (let loop = 0; loop < 4; loop += 1) this.#loops.push(this.#receive());
  }

  async #send(): Promise<void> {
    await everyTick(
      () => this.#going,
      async (due) => {
        const messages = Array.from({ length: due }, () => rawMessage(names.topic, {}, { body: BODY }));
        if (due > 0) await this.#client.call('SendMessage', { messages });
      },
      MESSAGES_PER_SECOND,
    );
  }

  async #receive(): Promise<void> {
    const place = { group: { name: names.group }, topic: { name: names.topic } };
    while (this.#going) {
      const answer = await this.#client.receive({
        group: place.group,
        messageQueue: { topic: place.topic },
        batchSize: 16,
        autoRenew: true,
        longPollingTimeout: { seconds: 1 },
      });
      const messages = messagesOf(answer);
      for (const { systemProperties: { messageId = '' } = {} } of messages)
        for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1)
          this.views.push({ messageId, topic: names.topic, deliveryAttempt: attempt });
      await Promise.all(
        messages.map(async ({ systemProperties: { messageId = '', receiptHandle = '' } = {} }, index) => {
          if (index % 2 === 0)
            await this.#client.call('AckMessage', { ...place, entries: [{ messageId, receiptHandle }] });
          else
            await this.#client.call('ChangeInvisibleDuration', {
              ...{ ...place, messageId, receiptHandle, invisibleDuration: { seconds: 3600 } },
            });
          this.settled += 1;
        }),
      );
    }
  }

  async close(): Promise<void> {
    this.#going = false;
    await Promise.all(this.#loops);
    this.#client.close();
  }
}

const BODY = Buffer.alloc(200, 'x');
/** The very file that applications copy. */
const SNIPPET = new URL('../docs/snippets/node/report-failures.mjs', import.meta.url).href;

/** Runs `work` again and again with how many are due by now at that rate. */
async function everyTick(
  going: () => boolean,
  work: (due: number) => Promise<void>,
  perSecond: number,
): Promise<number> {
  const startedAt = performance.now();
  let done = 0;
  while (going()) {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * perSecond) - done;
    done += due;
    await work(due);
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  return done;
}

class PaymentGatewayTimeout extends Error {
  override readonly name = 'PaymentGatewayTimeout';
}

let failures = 0;
function failure(): Error {
  failures += 1;
  return new PaymentGatewayTimeout(`order ${failures} of gateway ${failures % 40}: no answer within 5000 ms`);
}

interface Wrapper {
  reportFailures(
    listener: { consume(view: View): Promise<unknown> },
    options: { url: string; token: string; group: string; appVersion: string; warn(text: string): void },
  ): { consume(view: View): Promise<unknown>; close(limitMs: number): Promise<void> };
}

/** Takes what was received and not reported on; what does not exist yet is not due. */
function takeViews(traffic: Traffic, due: number): View[] {
  return traffic.views.splice(0, due);
}

async function throughWrapper(product: Product, traffic: Traffic, answers: Answers): Promise<number> {
  const { reportFailures }: Wrapper = await import(SNIPPET);
  const real = globalThis.fetch;
  globalThis.fetch = (input, init) =>
    answers.call(() => real(input, init), (JSON.parse(init?.body as string) as { items: unknown[] }).items.length);
  const applications = Array.from({ length: APPLICATIONS }, () =>
    reportFailures(
      { consume: () => Promise.reject(failure()) },
      {
        ...{ url: product.url, token: product.apiToken, group: names.group, appVersion: '2.14.1' },
        warn: (text) => console.warn(text),
      },
    ),
  );
  const endsAt = performance.now() + SECONDS * 1000;
  let reported = 0;
  try {
    await everyTick(
      () => performance.now() < endsAt,
      async (due) => {
        const views = takeViews(traffic, due);
        reported += views.length;
        await Promise.allSettled(
          views.map(async (view, index) => await applications[index % APPLICATIONS]?.consume(view)),
        );
      },
      PER_SECOND,
    );
    await Promise.all(applications.map((application) => application.close(30_000)));
  } finally {
    globalThis.fetch = real;
  }
  return reported;
}

async function throughHttp(product: Product, traffic: Traffic, answers: Answers): Promise<number> {
  const endsAt = performance.now() + SECONDS * 1000;
  const calls: Promise<unknown>[] = [];
  let reported = 0;
  let waiting: View[] = [];
  const send = (views: readonly View[]): Promise<unknown> => {
    const items = views.map((view) => {
      const error = failure();
      return {
        ...{ messageId: view.messageId, group: names.group, topic: view.topic, attempt: view.deliveryAttempt },
        ...{ errorType: error.name, message: error.message, stack: error.stack },
      };
    });
    const call = (): Promise<Response> =>
      fetch(`${product.url}/api/v1/failures`, {
        method: 'POST',
        headers: { authorization: `Bearer ${product.apiToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ items }),
        signal: AbortSignal.timeout(CALL_LIMIT_MS),
      });
    return answers.call(call, items.length).catch(() => undefined);
  };
  await everyTick(
    () => performance.now() < endsAt,
    (due) => {
      const views = takeViews(traffic, due);
      reported += views.length;
      waiting.push(...views);
      // A call is sent when it is full, and does not wait for the one before.
      for (; waiting.length >= PER_CALL; waiting = waiting.slice(PER_CALL))
        calls.push(send(waiting.slice(0, PER_CALL)));
      return Promise.resolve();
    },
    PER_SECOND,
  );
  if (waiting.length > 0) calls.push(send(waiting));
  await Promise.all(calls);
  return reported;
}

async function measure(
  name: string,
  product: Product,
  report: (product: Product, traffic: Traffic, answers: Answers) => Promise<number>,
): Promise<Figures> {
  const traffic = new Traffic(product.grpcPort);
  // Some messages first, so that there is something to report on.
  await new Promise((resolve) => setTimeout(resolve, 2000));
  const answers = new Answers();
  const before = traffic.settled;
  const startedAt = performance.now();
  const reported = await report(product, traffic, answers);
  const seconds = (performance.now() - startedAt) / 1000;
  const settledPerSecond = Math.round((traffic.settled - before) / seconds);
  await traffic.close();
  const times = answers.times.toSorted((left, right) => left - right);
  const at = (share: number): number =>
    Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0);
  const { calls, stored, repeated, notKept, refused, timedOut, failed } = answers;
  return {
    ...{ name, failures: reported, calls, stored, repeated, notKept, refused, timedOut, failed },
    ...{ lost: reported - stored, p50Ms: at(0.5), p99Ms: at(0.99), slowestMs: at(1), settledPerSecond },
  };
}

async function post(product: Product, method: string, path: string, body: object): Promise<void> {
  const answer = await fetch(`${product.url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${product.apiToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
}

const product = await startProduct();
try {
  await post(product, 'POST', '/topics', { name: names.topic, type: 'NORMAL', queues: 4 });
  await post(product, 'PUT', `/groups/${names.group}`, {
    ...{ maxRetries: 16, deliveryOrder: 'concurrent', retryPolicy: { type: 'customized', intervalsMs: [3_600_000] } },
  });
  const figures = [
    await measure(`Node wrapper, ${APPLICATIONS} applications`, product, throughWrapper),
    await measure(`HTTP, calls of ${PER_CALL}`, product, throughHttp),
  ];
  console.table(Object.fromEntries(figures.map(({ name, ...rest }) => [name, rest])));
  const results = fileURLToPath(new URL('results', import.meta.url));
  mkdirSync(results, { recursive: true });
  const report = {
    ...{ at: new Date().toISOString(), node: process.version, cores: availableParallelism() },
    ...{ seconds: SECONDS, reportsPerSecond: PER_SECOND, messagesPerSecond: MESSAGES_PER_SECOND, figures },
  };
  writeFileSync(join(results, 'reports.json'), `${JSON.stringify(report, null, 2)}\n`);
} finally {
  await product.stop();
}
