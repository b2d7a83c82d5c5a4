import { told } from '../../model/language/t';
import { BrokerError } from '../../model/errors';
import { unpackBody, type UnpackedBody } from '../../model/unpack/unpack-body';
import { halfBody } from '../../store/queries/half-message/half-body';
import { messageBody, type MessageBodyRow } from '../../store/queries/timeline/message-body';
import type { BrokerContext } from '../context';

export interface StoredBody extends Omit<MessageBodyRow, 'body'> {
  readonly body: UnpackedBody;
  readonly storedBytes: number;
}

/**
 * A body as it is stored: what shows it asks first what is hidden. @param at a queue and an offset, or "half-" and the
 * queue that a half message waits for @throws BrokerError message-not-found
 */
export async function readBody(
  { store }: Pick<BrokerContext, 'store'>,
  { id, at }: { readonly id: string; readonly at: string },
): Promise<StoredBody> {
  const [first = '', second = ''] = at.split('-');
  const row =
    first === 'half'
      ? await halfBody(store.console, id, Number(second))
      : await messageBody(store.console, id, Number(first), Number(second));
  if (row === null) throw bodyGone(id);
  return { ...row, body: unpackBody(row.body, row.encoding), storedBytes: row.body.length };
}

export function bodyGone(id: string): BrokerError {
  return new BrokerError(
    'message-not-found',
    told('The body is gone: the message is past its retention, or its transaction has ended.'),
    { field: 'id', value: id },
  );
}
