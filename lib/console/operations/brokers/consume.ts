import { z } from 'zod';
import { told } from '../../../model/language/t';
import { BrokerError } from '../../../model/errors';
import { readBrokerPlace } from '../../../model/message/broker-place';
import { operation } from '../../http/operation';
import { placeAtBroker } from '../../schemas/broker-place';
import { controlGroupSchema } from '../../schemas/group-control';

export const consumeMessage = operation({
  ...{ needs: 'brokers', permission: 'dead-letter:redrive', effect: 'change' },
  name: 'consumeMessage',
  summary:
    'Have one connected 4.x client consume one stored message now; offsets, retries and dead letters do not change',
  subject: { group: ({ group }) => group },
  input: z.strictObject({
    group: z.string().min(1).max(255),
    clientId: z.string().min(1).max(500),
    at: placeAtBroker.describe('Queue, offset, broker and topic of the message, for example `3-1042@broker-a@orders`'),
    reason: controlGroupSchema.shape.reason,
  }),
  output: z
    .object({
      client: z.string(),
      isConsumed: z.boolean(),
      result: z.string().describe('As the client says it: CR_SUCCESS, CR_LATER, CR_THROW_EXCEPTION, …'),
      remark: z.string().nullable().describe('Of the client, as the text of an exception'),
      tookMs: z.int(),
    })
    .meta({ id: 'ConsumedMessage' }),
  http: {
    ...{ method: 'post', path: '/groups/{group}/connections/{clientId}/consume', tag: 'Messages' },
    answer: 'What came of it; after 504 or 503 it may have been handled',
  },
  run: ({ engine, actor }, { at, ...asked }) => {
    const place = readBrokerPlace(at);
    if (place === null)
      throw new BrokerError('bad-request', told('`at` must be a place of a message at a broker.'), { field: 'at' });
    return engine.brokers.consumeNow({ ...asked, place, actor });
  },
});
