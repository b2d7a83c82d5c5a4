import type { MessageEdit } from '../redrive/redrive-edits';

/** What may be changed of a message. */
export interface EditableMessage {
  readonly tag: string | null;
  readonly keys: readonly string[];
  /** Those of applications. */
  readonly properties: Readonly<Record<string, string>>;
  /** UTF-8; null: the body is not text. */
  readonly text: string | null;
}

/** Pure. @returns the message with the new values; what the edit leaves out stays */
export function editMessage(message: EditableMessage, edit: Omit<MessageEdit, 'messageId'>): EditableMessage {
  return {
    tag: edit.tag === undefined ? message.tag : edit.tag,
    keys: edit.keys ?? message.keys,
    properties: edit.properties ?? message.properties,
    text: edit.body ?? message.text,
  };
}
