import { ConsumeResult, type MessageView } from 'rocketmq-client-nodejs';
import type { Work } from './listeners';

interface MessageListener {
  consume(view: MessageView): Promise<ConsumeResult>;
}

export type WrapListener = (group: string, work: Work) => MessageListener;

interface ReportTarget {
  readonly consoleUrl: string;
  readonly token: string;
}

export async function loadListenerWrapper({ consoleUrl, token }: ReportTarget): Promise<WrapListener> {
  const report = async (group: string, view: MessageView, error: Error): Promise<void> => {
    await fetch(`${consoleUrl}/api/v1/failures`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        messageId: view.messageId,
        group,
        attempt: view.deliveryAttempt ?? 1,
        errorType: error.name,
        message: error.message,
        stack: error.stack,
      }),
      signal: AbortSignal.timeout(1000),
    }).catch(() => undefined);
  };
  return (group, work) => ({
    consume: async (view) => {
      try {
        work(view);
        return ConsumeResult.SUCCESS;
      } catch (error) {
        await report(group, view, error instanceof Error ? error : new Error(String(error)));
        return ConsumeResult.FAILURE;
      }
    },
  });
}
