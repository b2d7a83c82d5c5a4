import type { EditableMessage } from '../../model/message/editable-message';
import { messageEdits } from '../../store/queries/redrive/redrive-edits-of';
import type { BrokerContext } from '../context';
import { findMessage } from '../message/read-timeline';
import { decoderOf, decodersFor, hideInEditable, rulesOf, toEditable } from './edited';

export interface MessageEdited {
  readonly redriveId: number;
  readonly group: string;
  readonly before: EditableMessage;
  readonly after: EditableMessage;
}

/** What operators changed of a message, newest first. @throws BrokerError illegal-message-id */
export async function readMessageEdits(ctx: BrokerContext, messageId: string): Promise<MessageEdited[]> {
  const rows = await messageEdits(ctx.store.console, messageId, await findMessage(ctx, messageId));
  const decoders = await decodersFor(ctx.store.console, rows);
  return rows.map(({ redriveId, group, formerTag, formerKeys, formerProps, formerEncoding, formerBody, ...after }) => {
    const former = { tag: formerTag, keys: formerKeys, props: formerProps, encoding: formerEncoding, body: formerBody };
    const hiding = rulesOf(after, ctx.masks);
    const decoder = decoderOf(after, decoders);
    return {
      redriveId,
      group,
      before: hideInEditable(toEditable(former, decoder), hiding),
      after: hideInEditable(toEditable(after, decoder), hiding),
    };
  });
}
