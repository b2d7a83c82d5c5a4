import { PRIORITY_KEY } from '../../model/limits';

/** A message of an application in the words of this installation. */
export interface PlainMessage {
  readonly messageId: string;
  readonly tag: string | null;
  readonly keys: readonly string[];
  readonly messageGroup: string | null;
  readonly properties: Readonly<Record<string, string>>;
  readonly bornMs: number;
  readonly bornHost: string;
  /** Of a DELAY topic: not delivered before; null: at once. */
  readonly deliverAt: Date | null;
  readonly priority?: number | undefined;
}

/** The same as proxies store it: what 5.x clients read it from again. Pure. */
export function wireProperties(message: PlainMessage): Record<string, string> {
  const { messageId, tag, keys, messageGroup, properties, bornMs, bornHost, deliverAt, priority } = message;
  return {
    ...properties,
    UNIQ_KEY: messageId,
    ...(tag !== null && { TAGS: tag }),
    ...(keys.length > 0 && { KEYS: keys.join(' ') }),
    ...(messageGroup !== null && { __SHARDINGKEY: messageGroup }),
    ...(deliverAt !== null && { TIMER_DELIVER_MS: String(deliverAt.getTime()) }),
    ...(priority !== undefined && { [PRIORITY_KEY]: String(priority) }),
    BORN_TIMESTAMP: String(bornMs),
    __BORNHOST: bornHost,
  };
}
