import type { Decoder } from '../../model/decode/decoder';
import { BrokerError, isBrokerError } from '../../model/errors';
import { told, type Told } from '../../model/language/t';
import { hideInBody, hideInProperties, hidingProperty } from '../../model/masking/hide';
import type { Masks } from '../../model/masking/masks';
import { restoreHidden } from '../../model/masking/restore';
import { hidesBody, type MaskingRule } from '../../model/masking/rule';
import { hiddenWholeWords } from '../../model/masking/words';
import { topicsOf, userProperties } from '../../model/message/message';
import { written } from '../../model/language/retell';
import { LEFT_OUT } from '../../model/redrive/left-out';
import type { MessageEdit, RedriveEdits, RepairRule } from '../../model/redrive/redrive-edits';
import { type EditableMessage, editMessage } from '../../model/message/editable-message';
import { unpackBody, type UnpackedBody } from '../../model/unpack/unpack-body';
import type { EditableRow, EditedRow } from '../../store/queries/redrive/redrive-edit';
import type { Queryable } from '../../store/queryable';
import { type Decoders, readDecoders } from '../decoder/read-decoders';
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
export function editedOf(
  row: EditableRow,
  { messages = [], rule }: RedriveEdits,
  masks: Masks,
  decoders: Decoders,
): Edited {
  const decoder = decoderOf(row, decoders);
  const hiding = rulesOf(row, masks);
  if (rule !== undefined) {
    const blind = whyNotDecoded(rule, decoder) ?? whyNotBlindly(rule, hiding);
    if (blind !== null) return { kind: 'not-applicable', why: blind };
    const before = toEditable(row, decoder);
    const repaired = repairMessage(before, rule);
    if (repaired.kind === 'not-applicable') return repaired;
    return checked(row, before, repaired.message);
  }
  const edit = messages.find(({ messageId }) => messageId === row.messageId);
  if (edit === undefined) return { kind: 'as-it-is' };
  const before = toEditable(row, decoder);
  if (edit.body !== undefined && decoder !== null)
    throw new BrokerError(
      'bad-request',
      told('The body of {messageId} cannot be edited: {decoder}.', {
        messageId: row.messageId,
        decoder: decodedWords(decoder),
      }),
      {
        field: 'edits.messages.body',
        limit: 'a message of a topic without a decoder',
        value: row.messageId,
      },
    );
  if (edit.body !== undefined && before.text === null)
    throw new BrokerError(
      'bad-request',
      told('The body of {messageId} is not UTF-8 text, so it cannot be edited here.', { messageId: row.messageId }),
      {
        field: 'edits.messages.body',
        limit: 'a message whose body is text',
        value: row.messageId,
      },
    );
  const after = editMessage(before, restored(row, before, edit, hiding));
  const changed = toRow(row, before, after);
  validateContent({ ...changed, properties: after.properties });
  return { kind: 'changed', before, after, row: changed };
}

/** Null: its topic has none. */
export function decoderOf(
  { topic, props }: Pick<EditableRow, 'topic' | 'props'>,
  decoders: Decoders,
): ReadsBody | null {
  return decoders.of(topicsOf(topic, props));
}

type ReadsBody = Pick<Decoder, 'by' | 'decode'>;

/** Why the body of a message whose topic has a decoder stays as it is. */
export function decodedWords({ by }: ReadsBody): Told {
  return told('it is shown decoded ({by}), and the original bytes are sent', { by });
}

function whyNotDecoded({ patch = [], convert = [] }: RepairRule, decoder: ReadsBody | null): string | null {
  if (decoder === null || patch.length + convert.length === 0) return null;
  return written(LEFT_OUT.decoded, { by: decoder.by });
}

/** The decoders of these messages. */
export async function decodersFor(
  db: Queryable,
  rows: readonly Pick<EditableRow, 'topic' | 'props'>[],
): Promise<Decoders> {
  return await readDecoders(
    db,
    rows.flatMap(({ topic, props }) => topicsOf(topic, props)),
  );
}

/** The rules that hide parts of a dead letter, or of a copy of one, from who edits it. */
export function rulesOf({ topic, props }: Pick<EditableRow, 'topic' | 'props'>, masks: Masks): readonly MaskingRule[] {
  return masks.of(topicsOf(topic, props));
}

/** @throws BrokerError bad-request */
function restored(
  { messageId }: EditableRow,
  before: EditableMessage,
  edit: MessageEdit,
  hiding: readonly MaskingRule[],
): Omit<MessageEdit, 'messageId'> {
  const made = restoreHidden(before, edit, hiding);
  if ('edit' in made) return made.edit;
  throw new BrokerError('bad-request', told('Message {messageId}: {problem}.', { messageId, problem: made.problem }), {
    field: `edits.messages.${made.field}`,
    limit: 'changes of what is shown',
    value: messageId,
  });
}

/** A patch could copy a hidden value to where it is shown, or say by its effect what the value is. */
function whyNotBlindly(
  { patch = [], convert = [], setProperties = {}, removeProperties = [] }: RepairRule,
  hiding: readonly MaskingRule[],
): string | null {
  const ofBody = hiding.filter(hidesBody);
  if (patch.length + convert.length > 0 && ofBody.length > 0)
    return written(LEFT_OUT.hiddenBody, { rules: ofBody.map(({ name }) => name) });
  const names = [...Object.keys(setProperties), ...removeProperties];
  const hidden = names.find((name) => hidingProperty(name, hiding) !== null);
  return hidden === undefined ? null : written(LEFT_OUT.hiddenProperty, { name: hidden });
}

/** A message of which the rules hide parts, as who edits it sees it. */
export function hideInEditable(message: EditableMessage, hiding: readonly MaskingRule[]): EditableMessage {
  if (hiding.length === 0) return message;
  const properties = hideInProperties(message.properties, hiding);
  if (message.text === null) return { ...message, properties };
  const { bytes, hidden } = hideInBody(Buffer.from(message.text), hiding);
  return { ...message, properties, text: bytes === null ? hiddenWholeWords(hidden) : bytes.toString() };
}

/** A rule may be right and make a message that no producer could send: that one stays behind. */
function checked(row: EditableRow, before: EditableMessage, after: EditableMessage): Edited {
  const changed = toRow(row, before, after);
  try {
    validateContent({ ...changed, properties: after.properties });
  } catch (error) {
    if (isBrokerError(error))
      return { kind: 'not-applicable', why: written(LEFT_OUT.invalid, { problem: error.message }) };
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
export function toEditable(
  { tag, keys, props, encoding, body }: Omit<EditableRow, 'place' | 'messageId' | 'topic'>,
  decoder: ReadsBody | null,
): EditableMessage {
  return {
    tag,
    keys: keys ?? [],
    properties: userProperties(props ?? {}),
    text: readable(unpackBody(body, encoding), decoder),
  };
}

/** Null: it is not text, or cannot be unpacked or decoded. What is decoded is read, and never sent. */
function readable({ bytes, problem }: UnpackedBody, decoder: ReadsBody | null): string | null {
  if (decoder === null) return problem === null ? readText(bytes) : null;
  const decoding = decoder.decode(bytes);
  return decoding.kind === 'decoded' ? readText(decoding.bytes) : null;
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function readText(bytes: Buffer): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}
