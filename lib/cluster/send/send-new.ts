import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import { type SentTo, sendMessage } from '../admin/send-message';
import { refuseSystemTopic } from '../admin/system-names';
import type { Cluster } from '../cluster';
import { queueFor } from './queue-for';

export interface NewMessage {
  readonly broker: string;
  readonly topic: string;
  /** That the broker has of the topic. */
  readonly queues: number;
  readonly messageGroup: string | null;
  readonly bornMs: number;
  readonly properties: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** One message to a topic of applications. @throws BrokerError illegal-topic, bad-request, unavailable */
export async function sendNew(cluster: Cluster, message: NewMessage): Promise<SentTo> {
  const { broker, topic, queues, messageGroup, bornMs, properties, body } = message;
  refuseSystemTopic(topic);
  if (queues < 1)
    throw new BrokerError('bad-request', told('{topic} has no writable queue on {broker}.', { topic, broker }), {
      field: 'topic',
    });
  const queueNo = queueFor(messageGroup ?? properties['UNIQ_KEY'] ?? '', queues);
  return await cluster.ask(broker, sendMessage, { topic, queueNo, flag: 0, sysFlag: 0, bornMs, properties, body });
}
