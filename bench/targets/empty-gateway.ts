// The gateway with a broker that stores nothing: what a send costs besides storing it. Its argument is the address of a
// database; prints its port, and ends with its input.
import { createBrokerContext, createTopic } from '../../lib/broker';
import { startGateway } from '../../lib/gateway/server';
import { systemActor } from '../../lib/model/audit/actor';
import type { OutgoingMessage, SendReceipt } from '../../lib/model/message/message';
import { createStore } from '../../lib/store/client';
import { migrate } from '../../lib/store/migrate';

const databaseUrl = process.argv[2] ?? '';
const silent = (): void => undefined;
await migrate(databaseUrl);
const ctx = await createBrokerContext({
  store: createStore({ databaseUrl, brokerPoolMax: 4, consolePoolMax: 2 }),
  log: { debug: silent, info: silent, warn: silent, error: console.error },
  metrics: { count: silent, observe: silent },
});
await createTopic(ctx, { name: 'bench', messageType: 'NORMAL', queues: 4, actor: systemActor('bench') });
Object.defineProperty(ctx.sends, 'send', {
  value: (_: unknown, messages: readonly OutgoingMessage[]): Promise<SendReceipt[]> =>
    Promise.resolve(messages.map(({ messageId }) => ({ messageId, queueNo: 0, offset: 1, duplicate: false }))),
});
const gateway = await startGateway({ ctx, host: '127.0.0.1', port: 0 });
process.stdout.write(`${gateway.port}\n`);
process.stdin.resume().once('end', () => process.exit(0));
