import { Refusal } from '../../../lib/cluster/admin/call';
import { sendMessage } from '../../../lib/cluster/admin/send-message';
import type { Cluster } from '../../../lib/cluster/cluster';
import { deadLetterTopic, popRetryTopics } from '../../../lib/cluster/read/retry-topic';
import { makeTopic } from '../../../lib/testing/cluster/make-topic';

const AT_ONCE = 32;
const BUSY_MS = 200;

/** Dead letters of a group at a broker as 5.x clients leave them, without the wait for so many deaths. */
export async function putLetters(
  cluster: Cluster,
  { broker, group, topic, count }: { broker: string; group: string; topic: string; count: number },
): Promise<void> {
  const dead = deadLetterTopic(group);
  await cluster.ask(broker, makeTopic, { topic: dead });
  const left = Array.from({ length: count }, (_, n) => n).values();
  const send = async (): Promise<void> => {
    for (const n of left)
      await untilTaken(() =>
        cluster.ask(broker, sendMessage, {
          ...{
            topic: dead,
            queueNo: 0,
            flag: 0,
            sysFlag: 0,
            bornMs: 1_795_320_000_000,
            body: Buffer.from(`fail ${n}`),
          },
          properties: { UNIQ_KEY: `${broker}-${n}`, RETRY_TOPIC: popRetryTopics(group, topic)[0], KEYS: `k-${n}` },
        }),
      );
  };
  await Promise.all(Array.from({ length: AT_ONCE }, send));
}

/** A broker that is too busy stored nothing: what it refused is sent later. */
async function untilTaken(send: () => Promise<unknown>): Promise<void> {
  for (;;)
    try {
      await send();
      return;
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined;
      if (!(cause instanceof Refusal && cause.isBusy)) throw error;
      await new Promise((resolve) => void setTimeout(resolve, BUSY_MS));
    }
}
