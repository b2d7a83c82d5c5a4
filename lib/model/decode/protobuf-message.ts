export interface ProtobufField {
  readonly name: string;
  /** "int64", "string" …, "enum" or "message". */
  readonly type: string;
  readonly repeated: boolean;
  /** Names by number; null: not an enum. */
  readonly names: ReadonlyMap<number, string> | null;
  /** Of a message, and of the entries of a map. */
  readonly message: ProtobufMessage | null;
  readonly isMap: boolean;
}

export interface ProtobufMessage {
  readonly name: string;
  /** The key and the value of a map field. */
  readonly isEntry: boolean;
  readonly fields: ReadonlyMap<number, ProtobufField>;
  /** Indexes in its file, joined by dots, that name this message and no other. */
  readonly indexes: ReadonlySet<string>;
}

/** Messages of a schema by their full names. */
export type ProtobufSchema = ReadonlyMap<string, ProtobufMessage>;
