import { t } from '@/lib/model/language/t';

/** Below a list of messages that wait on brokers. */
export function missingThere(broker: string, reason: string): string {
  return t('{broker} did not respond ({reason}): its waiting messages are missing.', { broker, reason });
}
