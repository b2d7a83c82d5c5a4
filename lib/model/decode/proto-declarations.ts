/** What the files of a Protobuf schema declare, with names as they are written. */
export interface FileDeclaration {
  /** Empty: none. */
  readonly space: string;
  readonly messages: MessageDeclaration[];
  readonly enums: EnumDeclaration[];
  readonly extensions: ExtensionDeclaration[];
}

export interface MessageDeclaration extends Omit<FileDeclaration, 'space'> {
  readonly name: string;
  readonly fields: FieldDeclaration[];
  /** The key and the value of a map field, which has made it. */
  readonly isEntry: boolean;
}

export interface FieldDeclaration {
  readonly name: string;
  readonly number: number;
  readonly repeated: boolean;
  /** A scalar, or the name of a message or an enum. */
  readonly type: string;
}

export interface ExtensionDeclaration extends FieldDeclaration {
  /** The message that it is a field of. */
  readonly extendee: string;
}

export interface EnumDeclaration {
  readonly name: string;
  readonly values: (readonly [name: string, number: number])[];
}

/** By the numbers that descriptors give them. */
export const SCALAR_NUMBERS: Readonly<Record<number, string>> = {
  ...{ 1: 'double', 2: 'float', 3: 'int64', 4: 'uint64', 5: 'int32', 6: 'fixed64', 7: 'fixed32', 8: 'bool' },
  ...{ 9: 'string', 12: 'bytes', 13: 'uint32', 15: 'sfixed32', 16: 'sfixed64', 17: 'sint32', 18: 'sint64' },
};

/** Packages and messages inside of each other. */
export const MOST_NESTED = 30;
