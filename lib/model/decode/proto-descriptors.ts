import { told } from '../language/t';
import {
  type EnumDeclaration,
  type ExtensionDeclaration,
  type FieldDeclaration,
  type FileDeclaration,
  type MessageDeclaration,
  MOST_NESTED,
  SCALAR_NUMBERS,
} from './proto-declarations';
import { linkProtobuf } from './proto-link';
import { readProtoText } from './proto-text';
import { protobufJson } from './protobuf';
import { Budget, Undecodable } from './undecodable';

/** What is read of google/protobuf/descriptor.proto. */
const DESCRIPTOR = `
  message Set { repeated File file = 1; }
  message File {
    string package = 2; repeated Message messages = 4; repeated Enum enums = 5; repeated Field extensions = 7;
  }
  message Message {
    string name = 1; repeated Field fields = 2; repeated Message messages = 3; repeated Enum enums = 4;
    repeated Field extensions = 6; Options options = 7;
  }
  message Options { bool entry = 7; }
  message Field {
    string name = 1; string extendee = 2; int32 number = 3; int32 label = 4; int32 type = 5; string of = 6;
  }
  message Enum { string name = 1; repeated Value values = 2; }
  message Value { string name = 1; int32 number = 2; }`;
const SET = linkProtobuf([readProtoText(DESCRIPTOR)]).get('Set');

const REPEATED = 3;
const MOST_VALUES = 200_000;

interface WrittenFile {
  readonly package?: string;
  readonly messages?: readonly WrittenMessage[];
  readonly enums?: readonly WrittenEnum[];
  readonly extensions?: readonly WrittenField[];
}
interface WrittenMessage extends Omit<WrittenFile, 'package'> {
  readonly name?: string;
  readonly fields?: readonly WrittenField[];
  readonly options?: { readonly entry?: boolean };
}
interface WrittenField {
  readonly name?: string;
  readonly extendee?: string;
  readonly number?: number;
  readonly label?: number;
  readonly type?: number;
  readonly of?: string;
}
interface WrittenEnum {
  readonly name?: string;
  readonly values?: readonly { readonly name?: string; readonly number?: number }[];
}

/** The declarations of a FileDescriptorSet. @throws Undecodable */
export function readDescriptorSet(bytes: Buffer): FileDeclaration[] {
  if (SET === undefined) throw new Error('the schema of descriptors has no Set');
  const { file = [] } = JSON.parse(protobufJson(bytes, SET, new Budget(MOST_VALUES)).json) as {
    readonly file?: readonly WrittenFile[];
  };
  return file.map((each) => ({ space: each.package ?? '', ...scopeOf(each, 1) }));
}

function scopeOf({ messages = [], enums = [], extensions = [] }: Omit<WrittenFile, 'package'>, depth: number) {
  if (depth > MOST_NESTED)
    throw new Undecodable(told('it has messages nested more than {most, number} deep', { most: MOST_NESTED }));
  return {
    messages: messages.map((message) => toMessage(message, depth)),
    enums: enums.map(toEnum),
    extensions: extensions.map((field): ExtensionDeclaration => ({
      ...toField(field),
      extendee: field.extendee ?? '',
    })),
  };
}

function toMessage({ name, fields = [], options, ...scope }: WrittenMessage, depth: number): MessageDeclaration {
  return {
    ...{ name: named(name), isEntry: options?.entry === true },
    ...{ fields: fields.map(toField), ...scopeOf(scope, depth + 1) },
  };
}

function toField({ name, number = 0, label, type = 0, of = '' }: WrittenField): FieldDeclaration {
  return { name: named(name), number, repeated: label === REPEATED, type: SCALAR_NUMBERS[type] ?? named(of) };
}

function toEnum({ name, values = [] }: WrittenEnum): EnumDeclaration {
  return { name: named(name), values: values.map((value) => [named(value.name), value.number ?? 0]) };
}

function named(name = ''): string {
  if (name === '') throw new Undecodable(told('it has a declaration without a name'));
  return name;
}
