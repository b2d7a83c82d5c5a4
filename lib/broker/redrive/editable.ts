import { BrokerError } from '../../model/errors';
import type { EditableMessage } from '../../model/editable-message';
import { editableLetters, plannedIds } from '../../store/queries/redrive/redrive-edit';
import type { BrokerContext } from '../context';
import { toEditable } from './edited';
import { type ScopedSelection, toSelectionMatch } from './selection';

export interface EditableLetter extends EditableMessage {
  readonly messageId: string;
  /** Why the body cannot be edited here; null: it is text. */
  readonly bodyProblem: string | null;
}

/** The one dead letter of a selection, to be edited. @throws BrokerError bad-request, group-not-found, not-found */
export async function readEditable(ctx: BrokerContext, selection: ScopedSelection): Promise<EditableLetter> {
  const db = ctx.store.console;
  const [row] = await editableLetters(db, await plannedIds(db, await toSelectionMatch(ctx, selection), undefined, 1));
  if (row === undefined)
    throw new BrokerError('not-found', 'It is no dead letter any more, or another re-drive has it.', {
      field: 'selection',
      value: selection.group,
    });
  const message = toEditable(row);
  return {
    ...message,
    messageId: row.messageId,
    bodyProblem:
      message.text === null ? 'The body is not UTF-8 text, so it cannot be edited here; it goes as it is.' : null,
  };
}
