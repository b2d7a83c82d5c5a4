import { setTimeout as sleep } from 'node:timers/promises';

import type { Message, StatusResponse } from '../../../lib/gateway/proto/wire';
import { duration, type Party } from '../support/party';
import { setScene } from '../support/scene';
import type { Scenario, Stage } from '../support/stage';

const LEASE_MS = 10_000;
/** What applications and the tests of the original look for in the text of a refusal. */
const WORDS = ['INVALID_RECEIPT_HANDLE', 'the invisibleTime is too small', 'the invisibleTime is too large'];

export const texts: readonly Scenario[] = [
  {
    id: 'texts',
    title: '[case 25, 27, 28, 30] the words that applications look for in a refusal',
    run: async (stage) => {
      const { producer, consumer, topic, group } = await setScene(stage, 'SIMPLE_CONSUMER');
      const others = await stage.group({}, '-other');
      await producer.mustSend(['m1', 'm2']);
      const { messages } = await consumer.receive('first', { max: 1 });
      const request = (of: Message | undefined, to = group) => ({
        group: { name: to },
        topic: { name: topic },
        messageId: of?.systemProperties?.messageId,
        receiptHandle: of?.systemProperties?.receiptHandle,
      });
      const change = (invisibleMs: number, of = messages[0]) => ({
        ...request(of),
        invisibleDuration: duration(invisibleMs),
      });
      const ack = ({ messageId, receiptHandle, ...of }: ReturnType<typeof request>) => ({
        ...of,
        entries: [{ messageId, receiptHandle }],
      });
      await says(stage, consumer, 'change to 12 h and 1 ms', 'ChangeInvisibleDuration', change(43_200_001));
      await says(stage, consumer, 'change to -1 s', 'ChangeInvisibleDuration', change(-1_000));
      await sleep(LEASE_MS + 200);
      await says(stage, consumer, 'ack after expiry', 'AckMessage', ack(request(messages[0])));
      await says(stage, consumer, 'change after expiry', 'ChangeInvisibleDuration', change(15_000));
      const held = await consumer.poll({ max: 1, invisibleMs: 20_000 });
      await says(stage, consumer, 'ack in another group', 'AckMessage', ack(request(held.messages[0], others)));
      for (const invisibleMs of [-1_000, 0, 9_999, 43_200_001]) {
        const { code, text } = await consumer.poll({ invisibleMs });
        stage.log.note(`receive for ${invisibleMs} ms`, { code: code ?? null, says: wordsIn(text) });
      }
    },
  },
];

async function says(stage: Stage, { raw }: Party, step: string, method: string, request: object): Promise<void> {
  const { status } = await raw.call<StatusResponse>(method, request);
  stage.log.note(step, { code: status.code, says: wordsIn(status.message) });
}

function wordsIn(text = ''): string[] {
  return WORDS.filter((word) => text.includes(word));
}
