// @module-tag landing
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { Client, credentials, Metadata } from '@grpc/grpc-js';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { FLAG, FRAME, PREFACE } from '../../lib/transport/http2/frames';
import { CODE } from '../../lib/gateway/proto/codes';
import { Fuzz } from '../../lib/testing/fuzz/fuzz';
import { below, bytesOf, mutateBytes, randomProto } from '../../lib/testing/fuzz/mutate';
import { loadMessagingService } from '../../lib/testing/messaging-service';
import type { Random } from '../../lib/testing/random';
import { callHeaders, rawFrame, word } from '../../lib/testing/raw-http2';
import { type ProtocolBroker, startBroker } from './support/broker';
import { RawClient, rawMessage } from './support/raw-client';
import { receiveRequest } from './support/raw-requests';

const service = loadMessagingService();
const AT_ONCE = 16;
/** Beyond this a caller was left without an answer. */
const HANG_MS = 15_000;
const LONG_MS = 3_600_000;
/** A held receive is no hang: it is asked for. */
const ASKED_MS = 2_000;

let broker: ProtocolBroker;
let names: { readonly topic: string; readonly group: string };
let requests: ReadonlyMap<string, Buffer>;
beforeAll(async () => {
  broker = await startBroker();
  names = { topic: await broker.topic(), group: await broker.group() };
  requests = plausibleRequests();
});
afterAll(() => broker.close());

/** What a client may send to each RPC, as bytes. */
function plausibleRequests(): Map<string, Buffer> {
  const place = { group: { name: names.group }, topic: { name: names.topic } };
  const message = rawMessage(names.topic, { tag: 'a', keys: ['k'] });
  const handle = { ...place, messageId: 'm', receiptHandle: 'x'.repeat(60) };
  const given: Readonly<Record<string, object>> = {
    QueryRoute: { topic: place.topic, endpoints: { scheme: 1, addresses: [{ host: 'localhost', port: 80 }] } },
    QueryAssignment: { ...place, endpoints: { scheme: 1, addresses: [{ host: 'localhost', port: 80 }] } },
    Heartbeat: { group: place.group, clientType: 2 },
    SendMessage: { messages: [message, rawMessage(names.topic)] },
    ReceiveMessage: {
      ...receiveRequest(names),
      longPollingTimeout: { seconds: 0 },
      filterExpression: { expression: '*' },
    },
    AckMessage: { ...place, entries: [{ messageId: 'm', receiptHandle: 'x'.repeat(60) }] },
    ForwardMessageToDeadLetterQueue: { ...handle, deliveryAttempt: 1, maxDeliveryAttempts: 1 },
    ChangeInvisibleDuration: { ...handle, invisibleDuration: { seconds: 10 } },
    EndTransaction: { topic: place.topic, messageId: 'm', transactionId: 't', resolution: 1 },
    NotifyClientTermination: { group: place.group },
    RecallMessage: { topic: place.topic, recallHandle: 'handle' },
    Telemetry: { settings: { clientType: 2, subscription: { group: place.group } } },
  };
  return new Map(
    Object.entries(service).map(([rpc, { requestSerialize }]) => [
      rpc,
      requestSerialize((given[rpc] ?? place) as never),
    ]),
  );
}

/** Several at once, as clients are. */
async function each(fuzz: Fuzz, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < fuzz.inputs) {
      const index = next;
      next += 1;
      await work(index);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** A client that does nothing wrong is served as ever, and nothing was written to the log as a fault of ours. */
async function expectHealthy(fuzz: Fuzz): Promise<void> {
  const client = new RawClient(broker.port);
  const answer = await client.call(
    'SendMessage',
    { messages: [rawMessage(names.topic)] },
    { deadline: Date.now() + HANG_MS },
  );
  client.close();
  expect(answer.status.code).toBe(CODE.OK);
  for (const line of broker.errors.splice(0)) fuzz.fault(line.slice(0, 300));
}

function scriptOf(random: Random): Buffer {
  const [path, { path: full }] = Object.entries(service)[below(random, requests.size)] ?? ['', { path: '' }];
  const request = requests.get(path) ?? Buffer.alloc(0);
  const prefix = Buffer.alloc(5);
  prefix.writeUInt32BE(request.length, 1);
  const frames = [
    rawFrame(FRAME.HEADERS, FLAG.END_HEADERS, 1, callHeaders(full, [['x-mq-client-id', 'fuzz']])),
    rawFrame(FRAME.DATA, FLAG.END_STREAM, 1, Buffer.concat([prefix, request])),
    rawFrame(FRAME.PING, 0, 0, bytesOf(random, 8)),
    rawFrame(FRAME.WINDOW_UPDATE, 0, 0, word(below(random, 2 ** 31))),
    rawFrame(below(random, 12), below(random, 256), below(random, 5), bytesOf(random, below(random, 40))),
  ];
  const chosen = frames.filter((_, place) => place < 2 || random.next() < 0.4);
  return Buffer.concat([rawFrame(FRAME.SETTINGS, 0, 0), rawFrame(FRAME.SETTINGS, FLAG.ACK, 0), ...chosen]);
}

test('whatever bytes come, each connection ends, and the others are served', { timeout: LONG_MS }, async () => {
  const fuzz = new Fuzz('bytes at the gRPC port', { short: 400 });
  await each(fuzz, async () => {
    const { random } = fuzz;
    const script = scriptOf(random);
    const garbage = random.next() < 0.1;
    const bytes = garbage ? bytesOf(random, below(random, 300)) : Buffer.concat([PREFACE, mutateBytes(random, script)]);
    const socket = connect({ port: broker.port, host: '127.0.0.1', allowHalfOpen: false });
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    let received = 0;
    socket.on('data', (chunk: Buffer) => (received += chunk.length));
    const closed = once(socket, 'close').then(() => true);
    socket.end(bytes);
    const isClosed = await Promise.race([closed, sleep(HANG_MS, false, { ref: false })]);
    socket.destroy();
    if (!isClosed) fuzz.fault(`not closed after ${HANG_MS} ms: ${bytes.toString('base64')}`);
    fuzz.answered(received > 0 ? 'answered and closed' : 'closed');
  });
  await expectHealthy(fuzz);
  expect(fuzz.figures()).toMatchObject({ wrong: [] });
});

test('whatever a message holds, it is answered with a reason', { timeout: LONG_MS }, async () => {
  const fuzz = new Fuzz('messages at the gRPC port', { short: 600 });
  const client = new Client(`127.0.0.1:${broker.port}`, credentials.createInsecure());
  const rpcs = Object.keys(service);
  await each(fuzz, async () => {
    const { random } = fuzz;
    const rpc = rpcs[below(random, rpcs.length)] ?? '';
    const base = requests.get(rpc) ?? Buffer.alloc(0);
    const bytes = random.next() < 0.25 ? randomProto(random) : mutateBytes(random, base);
    const answer = await ask(client, rpc, bytes);
    fuzz.answered(answer.text);
    if (answer.isWrong) fuzz.fault(`${rpc} ${answer.text}: ${bytes.toString('base64')}`);
  });
  client.close();
  await expectHealthy(fuzz);
  expect(fuzz.figures()).toMatchObject({ wrong: [] });
});

interface Answer {
  readonly text: string;
  readonly isWrong: boolean;
}

const ITSELF = { serialize: (bytes: Buffer) => bytes };
const DEADLINE_EXCEEDED = 4;
const OURS = 'The server failed to answer';

function ask(client: Client, rpc: string, bytes: Buffer): Promise<Answer> {
  const definition = service[rpc];
  if (definition === undefined) throw new Error(`no RPC ${rpc}`);
  const metadata = new Metadata();
  metadata.set('x-mq-client-id', 'fuzz');
  metadata.set('x-mq-client-version', '5.2.1');
  const mayWait = rpc === 'ReceiveMessage' || rpc === 'Telemetry';
  const deadline = Date.now() + (mayWait ? ASKED_MS : HANG_MS);
  const codes: number[] = [];
  const see = (response: unknown): void => {
    const { status } = response as { status?: { code?: number } };
    if (status?.code !== undefined) codes.push(status.code);
  };
  return new Promise((resolve) => {
    const end = (code: number, details: string): void => {
      const isHang = code === DEADLINE_EXCEEDED && !mayWait;
      const isOurs = details.includes(OURS) || codes.includes(CODE.INTERNAL_SERVER_ERROR);
      resolve({
        text: `${code === 0 ? (codes.at(-1) ?? 'no status') : `gRPC ${code}`}`,
        isWrong: isHang || isOurs,
      });
    };
    const { path, responseDeserialize } = definition;
    if (definition.requestStream) {
      const stream = client.makeBidiStreamRequest(path, ITSELF.serialize, responseDeserialize, metadata, { deadline });
      stream.on('data', see);
      stream.on('error', () => undefined);
      stream.on('status', ({ code, details }) => end(code, details));
      stream.write(bytes);
      stream.end();
      return;
    }
    if (definition.responseStream) {
      const stream = client.makeServerStreamRequest(path, ITSELF.serialize, responseDeserialize, bytes, metadata, {
        deadline,
      });
      stream.on('data', see);
      stream.on('error', () => undefined);
      stream.on('status', ({ code, details }) => end(code, details));
      return;
    }
    const call = client.makeUnaryRequest(
      path,
      ITSELF.serialize,
      responseDeserialize,
      bytes,
      metadata,
      { deadline },
      (error, response) => {
        if (error !== null) return end(error.code, error.details);
        see(response);
        end(0, '');
      },
    );
    void call;
  });
}
