/** What a re-drive changes before a message goes back; the message as it was is kept. Exactly one of the two is set. */
export interface RedriveEdits {
  readonly messages?: readonly MessageEdit[] | undefined;
  readonly rule?: RepairRule | undefined;
}

/** New values of one message; what is left out stays as it is. Id, message group and times never change. */
export interface MessageEdit {
  readonly messageId: string;
  /** UTF-8 text. */
  readonly body?: string | undefined;
  /** Null: none any more. */
  readonly tag?: string | null | undefined;
  readonly keys?: readonly string[] | undefined;
  /** All of them, those of the broker apart. */
  readonly properties?: Readonly<Record<string, string>> | undefined;
}

/** The same change of every message; one to which it does not apply stays a dead letter. */
export interface RepairRule {
  /** RFC 6902, of a JSON body. */
  readonly patch?: readonly PatchOperation[] | undefined;
  /** After the patch: fields whose value stays the same and changes its type. */
  readonly convert?: readonly FieldConversion[] | undefined;
  readonly setProperties?: Readonly<Record<string, string>> | undefined;
  readonly removeProperties?: readonly string[] | undefined;
  readonly tag?: string | null | undefined;
}

/** What the value of a field becomes: "7" and 7, "true" and true. */
export const CONVERSIONS = ['number', 'text', 'boolean'] as const;

export interface FieldConversion {
  /** A JSON pointer. */
  readonly path: string;
  readonly to: (typeof CONVERSIONS)[number];
}

export type PatchOperation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move' | 'copy'; readonly path: string; readonly from: string };

/** Where a re-drive sends its messages when not back to the group: every group of the topic gets a copy. */
export interface RedriveTarget {
  readonly topic: string;
}
