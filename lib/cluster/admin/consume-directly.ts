import type { AdminCall } from './call';
import { jsonOf, optional, recordOf, textOf, wholeOf } from './decode';
import { refuseSystemGroup } from './system-names';

export interface ConsumeDirectly {
  readonly group: string;
  readonly clientId: string;
  /** Of the stored copy: address and place in the broker's log. */
  readonly storeId: string;
  readonly broker: string;
}

export interface ConsumedDirectly {
  /** CR_SUCCESS, CR_LATER, CR_THROW_EXCEPTION, ... */
  readonly result: string;
  readonly remark: string | null;
  readonly tookMs: number;
}

/** 309: one connected 4.x client handles a stored message now, whatever comes of it is stored nowhere. */
export const consumeDirectly: AdminCall<ConsumeDirectly, ConsumedDirectly> = {
  code: 309,
  name: 'CONSUME_MESSAGE_DIRECTLY',
  kind: 'write',
  isHeavy: true,
  timeoutMs: 30_000,
  ask: ({ group, clientId, storeId, broker }) => {
    refuseSystemGroup(group);
    return { fields: { consumerGroup: group, clientId, msgId: storeId, brokerName: broker } };
  },
  read: ({ body }) => {
    const outcome = recordOf(jsonOf(body), 'the outcome');
    return {
      result: textOf(outcome.consumeResult, 'consumeResult'),
      remark: optional(textOf, outcome.remark, 'remark'),
      tookMs: optional(wholeOf, outcome.spentTimeMills, 'spentTimeMills') ?? 0,
    };
  },
};
