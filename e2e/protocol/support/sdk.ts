import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  ConsumeResult,
  ConsumeResultSuspend,
  FilterExpression,
  LitePushConsumerImpl,
  type MessageView,
  Producer,
  PushConsumer,
  SimpleConsumer,
  type TransactionChecker,
} from 'rocketmq-client-nodejs';

// Parts of the SDK ignore the logger they are given and write below the home directory.
process.env['HOME'] = join(tmpdir(), 'redrive-sdk-logs');

const silent = (): void => undefined;
const logger = { info: silent, warn: silent, error: silent, debug: silent };
/** By itself an SDK waits 3 s for an answer, which a busy machine may not keep. */
const requestTimeout = 20_000;

/** As the SDK takes it. */
export interface Credentials {
  readonly accessKey: string;
  readonly accessSecret: string;
}

function base(
  port: number,
  credentials?: Credentials,
): {
  endpoints: string;
  namespace: string;
  logger: typeof logger;
  requestTimeout: number;
  sessionCredentials?: Credentials;
} {
  const open = { endpoints: `127.0.0.1:${port}`, namespace: '', logger, requestTimeout };
  return credentials === undefined ? open : { ...open, sessionCredentials: credentials };
}

export interface ProducerOptions {
  readonly credentials?: Credentials;
  readonly checker?: TransactionChecker;
  /** Called with how long the SDK waits after a refused send, milliseconds, as its own log has it. */
  readonly onWait?: (waitMs: number) => void;
}

const THROTTLED_SEND = 'Failed to send message due to too many requests';

export async function startProducer(
  port: number,
  topic: string,
  { credentials, checker, onWait }: ProducerOptions = {},
): Promise<Producer> {
  const warn = (text: unknown, ...[waitMs]: unknown[]): void => {
    if (String(text).startsWith(THROTTLED_SEND)) onWait?.(Number(waitMs));
  };
  const producer = new Producer({
    ...base(port, credentials),
    logger: { ...logger, warn },
    topics: [topic],
    ...(checker === undefined ? {} : { checker }),
  });
  await producer.startup();
  return producer;
}

const SQL92 = 2;

/** A subscription by properties. */
export function sql(expression: string): FilterExpression {
  return new FilterExpression(expression, SQL92);
}

export interface ConsumerOptions {
  readonly filter?: FilterExpression | string;
  readonly credentials?: Credentials;
}

export async function startSimpleConsumer(
  port: number,
  group: string,
  topic: string,
  { filter = '*', credentials }: ConsumerOptions = {},
): Promise<SimpleConsumer> {
  const consumer = new SimpleConsumer({
    ...base(port, credentials),
    consumerGroup: group,
    subscriptions: new Map([[topic, filter]]),
    awaitDuration: 5_000,
  });
  await consumer.startup();
  return consumer;
}

export interface Delivery {
  readonly messageId: string;
  readonly body: string;
  readonly attempt: number;
  readonly atMs: number;
  readonly view: MessageView;
}

export interface Listening {
  readonly consumer: PushConsumer;
  readonly deliveries: Delivery[];
}

/** A push consumer whose listener records every call and fails on command. */
export async function startPushConsumer(
  port: number,
  group: string,
  topics: string | readonly string[],
  mayConsume: (delivery: Delivery) => boolean | Promise<boolean>,
  { filter = '*', credentials }: ConsumerOptions = {},
): Promise<Listening> {
  const { deliveries, listener } = listening(mayConsume);
  const consumer = new PushConsumer({
    ...base(port, credentials),
    consumerGroup: group,
    subscriptions: new Map((typeof topics === 'string' ? [topics] : topics).map((topic) => [topic, filter])),
    messageListener: listener,
  });
  await consumer.startup();
  return { consumer, deliveries };
}

/** The same for the lite topics of a topic that it subscribes. */
export async function startLiteConsumer(
  port: number,
  group: string,
  topic: string,
  mayConsume: (delivery: Delivery) => Verdict | Promise<Verdict>,
): Promise<{ readonly consumer: LitePushConsumerImpl; readonly deliveries: Delivery[] }> {
  const { deliveries, listener } = listening(mayConsume);
  const options = { ...base(port), consumerGroup: group, bindTopic: topic, messageListener: listener };
  const consumer = new LitePushConsumerImpl({ ...options, subscriptions: new Map() });
  await consumer.startup();
  return { consumer, deliveries };
}

/** Success, failure, or for how many milliseconds a lite topic is suspended. */
type Verdict = boolean | number;

function listening(mayConsume: (delivery: Delivery) => Verdict | Promise<Verdict>) {
  const deliveries: Delivery[] = [];
  const consume = async (view: MessageView): Promise<ConsumeResult> => {
    const delivery = {
      messageId: view.messageId,
      body: view.body.toString(),
      attempt: view.deliveryAttempt ?? 0,
      atMs: performance.now(),
      view,
    };
    deliveries.push(delivery);
    const verdict = await mayConsume(delivery);
    if (typeof verdict === 'number') return ConsumeResultSuspend.of(verdict);
    return verdict ? ConsumeResult.SUCCESS : ConsumeResult.FAILURE;
  };
  return { deliveries, listener: { consume } };
}
