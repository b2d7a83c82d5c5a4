import { BrokerError, isBrokerError } from '../../model/errors';
import { userProperties } from '../../model/message';
import type { RedriveEdits } from '../../model/redrive-edits';
import { type EditableMessage, editMessage } from '../../model/editable-message';
import { unpackBody } from '../../model/unpack-body';
import type { EditableRow, EditedRow } from '../../store/queries/redrive/redrive-edit';
import { validateContent } from '../message/validate-message';
import { type Repaired, repairMessage } from './repair';

type Edited =
  | {
      readonly kind: 'changed';
      readonly before: EditableMessage;
      readonly after: EditableMessage;
      readonly row: Changed;
    }
  /** It goes as it is. */
  | { readonly kind: 'as-it-is' }
  /** The rule does not apply: it stays a dead letter. */
  | (Repaired & { readonly kind: 'not-applicable' });

type Changed = Omit<EditedRow, 'ord'>;

/** What the edits make of one dead letter. @throws BrokerError naming field, limit and value */
export function editedOf(row: EditableRow, { messages = [], rule }: RedriveEdits): Edited {
  const before = toEditable(row);
  if (rule !== undefined) {
    const repaired = repairMessage(before, rule);
    if (repaired.kind === 'not-applicable') return repaired;
    return checked(row, before, repaired.message);
  }
  const edit = messages.find(({ messageId }) => messageId === row.messageId);
  if (edit === undefined) return { kind: 'as-it-is' };
  if (edit.body !== undefined && before.text === null)
    throw new BrokerError(
      'bad-request',
      `The body of ${row.messageId} is not UTF-8 text, so it cannot be edited here.`,
      {
        field: 'edits.messages.body',
        limit: 'a message whose body is text',
        value: row.messageId,
      },
    );
  const after = editMessage(before, edit);
  const changed = toRow(row, before, after);
  validateContent({ ...changed, properties: after.properties });
  return { kind: 'changed', before, after, row: changed };
}

/** A rule may be right and make a message that no producer could send: that one stays behind. */
function checked(row: EditableRow, before: EditableMessage, after: EditableMessage): Edited {
  const changed = toRow(row, before, after);
  try {
    validateContent({ ...changed, properties: after.properties });
  } catch (error) {
    if (isBrokerError(error)) return { kind: 'not-applicable', why: `with the rule its ${error.message}` };
    throw error;
  }
  return { kind: 'changed', before, after, row: changed };
}

function toRow(row: EditableRow, before: EditableMessage, after: EditableMessage): Changed {
  const known = row.props ?? {};
  const own = userProperties(known);
  const ofBroker = Object.fromEntries(Object.entries(known).filter(([name]) => own[name] === undefined));
  const same = before.text === after.text;
  return {
    tag: after.tag,
    keys: after.keys,
    props: { ...ofBroker, ...after.properties },
    encoding: same ? row.encoding : 'IDENTITY',
    body: same ? row.body : Buffer.from(after.text ?? ''),
  };
}

/** A dead letter as an operator edits it. */
export function toEditable({
  tag,
  keys,
  props,
  encoding,
  body,
}: Omit<EditableRow, 'place' | 'messageId'>): EditableMessage {
  const { bytes, problem } = unpackBody(body, encoding);
  return {
    tag,
    keys: keys ?? [],
    properties: userProperties(props ?? {}),
    text: problem === null ? readText(bytes) : null,
  };
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function readText(bytes: Buffer): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}
