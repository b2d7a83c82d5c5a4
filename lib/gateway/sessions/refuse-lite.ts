import { CLIENT_TYPE, CODE } from '../proto/codes';
import type { Settings } from '../proto/wire';
import { WireError } from '../status';

/** Consumers of lite topics, which came with Apache RocketMQ 5.5, and what works in their place. */
const LITE: Readonly<Record<number, readonly [name: string, instead: string]>> = {
  [CLIENT_TYPE.LITE_PUSH_CONSUMER]: ['LITE_PUSH_CONSUMER', 'PushConsumer'],
  [CLIENT_TYPE.LITE_SIMPLE_CONSUMER]: ['LITE_SIMPLE_CONSUMER', 'SimpleConsumer'],
};

/** @throws WireError unrecognized-client-type: without settings an SDK fails its start with this text */
export function refuseLite({ clientType, subscription }: Pick<Settings, 'clientType' | 'subscription'>): void {
  const [name, instead] = LITE[clientType ?? 0] ?? [];
  if (name === undefined) return;
  const group = subscription?.group?.name ?? '';
  throw new WireError(
    CODE.UNRECOGNIZED_CLIENT_TYPE,
    `client type ${name} is not supported: this broker has no lite topics. ` +
      `Use a ${instead}${group === '' ? '' : ` in group ${group}`} and a topic of type NORMAL or FIFO.`,
  );
}
