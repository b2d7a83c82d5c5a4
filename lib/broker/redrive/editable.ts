import { BrokerError } from '../../model/errors';
import { t, told, tell, type Told } from '../../model/language/t';
import type { EditableMessage } from '../../model/message/editable-message';
import { hideInBody } from '../../model/masking/hide';
import { editableLetters, plannedIds } from '../../store/queries/redrive/redrive-edit';
import type { BrokerContext } from '../context';
import { decodedWords, decoderOf, decodersFor, hideInEditable, rulesOf, toEditable } from './edited';
import { type ScopedSelection, toSelectionMatch } from '../dead-letter/selection';

export interface EditableLetter extends EditableMessage {
  /** The rules that hide parts of it: what stands in the place of a hidden value stays there. */
  readonly hiddenBy: readonly string[];
  readonly messageId: string;
  /** Why the body cannot be edited here; null: it is text. */
  readonly bodyProblem: string | null;
}

/** The one dead letter of a selection, to be edited. @throws BrokerError bad-request, group-not-found, not-found */
export async function readEditable(ctx: BrokerContext, selection: ScopedSelection): Promise<EditableLetter> {
  const db = ctx.store.console;
  const [row] = await editableLetters(db, await plannedIds(db, await toSelectionMatch(ctx, selection), undefined, 1));
  if (row === undefined)
    throw new BrokerError('not-found', told('The message is no longer a dead letter, or it is in another re-drive.'), {
      field: 'selection',
      value: selection.group,
    });
  const decoder = decoderOf(row, await decodersFor(db, [row]));
  const message = toEditable(row, decoder);
  const hiding = rulesOf(row, ctx.masks);
  const body = hideInBody(Buffer.from(message.text ?? ''), message.text === null ? [] : hiding);
  return {
    ...hideInEditable(message, hiding),
    messageId: row.messageId,
    hiddenBy: hiding.map(({ name }) => name),
    bodyProblem: bodyProblem(decoder === null ? null : decodedWords(decoder), message.text, body.bytes),
  };
}

function bodyProblem(decoded: Told | null, text: string | null, shown: Buffer | null): string | null {
  if (decoded !== null) return t('The body cannot be edited: {decoded}.', { decoded: tell(decoded) });
  if (text === null) return t('The body is not UTF-8 text, so it cannot be edited here. It is sent unchanged.');
  return shown === null ? t('The body is hidden from you, so you cannot edit it. It is sent unchanged.') : null;
}
