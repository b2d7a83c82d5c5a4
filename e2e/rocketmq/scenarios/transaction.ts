import { setTimeout as sleep } from 'node:timers/promises';

import type { Message, StatusResponse, TelemetryCommand } from '../../../lib/gateway/proto/wire';
import { until } from '../../protocol/support/wait';
import type { Party } from '../support/party';
import { type Scene, setScene } from '../support/scene';
import type { Scenario, Stage } from '../support/stage';

const TRANSACTION = 4;
const COMMIT = 1;
const ROLLBACK = 2;
const SERVER_CHECK = 2;

interface Half {
  readonly messageId: string;
  readonly transactionId: string;
}

interface CheckBack extends TelemetryCommand {
  readonly recoverOrphanedTransactionCommand?: { readonly message?: Message; readonly transactionId?: string };
}

async function half(stage: Stage, { producer }: Scene, name: string, recoverySeconds?: number): Promise<Half> {
  const answer = await producer.send(name, {
    messageType: TRANSACTION,
    ...(recoverySeconds !== undefined && { orphanedTransactionRecoveryDuration: { seconds: recoverySeconds } }),
  });
  const [entry] = answer.entries ?? [];
  stage.log.note(`half ${name}`, {
    code: answer.status.code,
    transactionId: (entry?.transactionId ?? '') !== '',
    isMessageId: entry?.transactionId === entry?.messageId,
  });
  return { messageId: entry?.messageId ?? '', transactionId: entry?.transactionId ?? '' };
}

async function end(
  stage: Stage,
  step: string,
  { producer, topic }: Pick<Scene, 'producer' | 'topic'>,
  of: Half,
  resolution: number,
  source = 1,
): Promise<void> {
  const { status } = await producer.raw.call<StatusResponse>('EndTransaction', {
    topic: { name: topic },
    ...of,
    resolution,
    source,
  });
  stage.log.note(step, { code: status.code });
}

const checks = ({ told }: Party): CheckBack[] =>
  told.filter((command: CheckBack) => command.recoverOrphanedTransactionCommand !== undefined);

export const transaction: readonly Scenario[] = [
  {
    id: 'transaction-end',
    title: '[case 73, 75] commit, rollback, and ends that are refused',
    run: async (stage) => {
      const scene = await setScene(stage, 'SIMPLE_CONSUMER', {}, 'TRANSACTION');
      const { consumer } = scene;
      const committed = await half(stage, scene, 'm1', 60);
      await consumer.receive('while it is half');
      await end(stage, 'commit', scene, committed, COMMIT);
      const { messages } = await consumer.receive('after the commit');
      stage.log.note('message', {
        messageType: messages[0]?.systemProperties?.messageType ?? null,
        sameId: messages[0]?.systemProperties?.messageId === committed.messageId,
        properties: Object.keys(messages[0]?.userProperties ?? {}).toSorted(),
      });
      await consumer.ack('ack', messages[0]);
      await end(stage, 'commit again', scene, committed, COMMIT);
      await end(stage, 'rollback after the commit', scene, committed, ROLLBACK);
      const rolledBack = await half(stage, scene, 'm2', 60);
      await end(stage, 'rollback', scene, rolledBack, ROLLBACK);
      await end(stage, 'commit after the rollback', scene, rolledBack, COMMIT);
      const open = await half(stage, scene, 'm3', 60);
      await end(stage, 'empty transaction id', scene, { ...open, transactionId: '' }, COMMIT);
      await end(stage, 'unknown transaction id', scene, { ...open, transactionId: 'unknown' }, COMMIT);
      await end(stage, 'unknown message id', scene, { ...open, messageId: 'unknown' }, COMMIT);
      await end(stage, 'unspecified resolution', scene, open, 0);
      await end(stage, 'unknown topic', { ...scene, topic: 'nowhere' }, open, COMMIT);
      await end(stage, 'commit of the third', scene, open, COMMIT);
      await consumer.receive('at the end');
    },
  },
  {
    id: 'transaction-check',
    title: '[case 74] an open transaction is asked about; the answer counts',
    run: async (stage) => {
      const scene = await setScene(stage, 'SIMPLE_CONSUMER', {}, 'TRANSACTION');
      const { consumer, producer } = scene;
      const sent = await half(stage, scene, 'm1', 5);
      await until('a check', () => checks(producer).length > 0, 40_000);
      const [check] = checks(producer);
      const { message, transactionId = '' } = check?.recoverOrphanedTransactionCommand ?? {};
      stage.log.note('check', {
        sameTransaction: transactionId === sent.transactionId,
        sameId: message?.systemProperties?.messageId === sent.messageId,
        body: message?.body?.toString() ?? null,
        topic: message?.topic?.name === scene.topic,
        messageType: message?.systemProperties?.messageType ?? null,
      });
      await end(stage, 'commit', scene, { messageId: sent.messageId, transactionId }, COMMIT, SERVER_CHECK);
      await consumer.receive('after the commit', { pollMs: 8_000 });
      await sleep(1_000);
    },
  },
  {
    id: 'transaction-limits',
    title: '[case 75] recovery durations out of range',
    run: async (stage) => {
      const scene = await setScene(stage, 'SIMPLE_CONSUMER', {}, 'TRANSACTION');
      await half(stage, scene, '3 600 s', 3_600);
      await half(stage, scene, '3 601 s', 3_601);
      await half(stage, scene, '0 s', 0);
      await half(stage, scene, 'none');
    },
  },
];
