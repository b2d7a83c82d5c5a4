import ts from 'typescript';

/** How a value of a PostgreSQL type is in the program. */
type Shape = 'number' | 'string' | 'boolean' | 'Date' | 'Buffer' | 'json' | 'void';

const SHAPES: Readonly<Record<string, Shape>> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  oid: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'string',
  text: 'string',
  varchar: 'string',
  bpchar: 'string',
  char: 'string',
  name: 'string',
  regclass: 'string',
  inet: 'string',
  uuid: 'string',
  xml: 'string',
  unknown: 'string',
  bool: 'boolean',
  timestamptz: 'Date',
  timestamp: 'Date',
  date: 'Date',
  bytea: 'Buffer',
  json: 'json',
  jsonb: 'json',
  void: 'void',
};

export interface TypeCheck {
  readonly checker: ts.TypeChecker;
  /** The driver's own types: int8 is text. */
  readonly plainClient: boolean;
}

/** What is wrong with reading a column of this type as that one; null: nothing. Null values are judged apart. */
export function findReadProblem(check: TypeCheck, type: ts.Type, column: string): string | null {
  const own = nonNull(check.checker, type);
  if (isOpen(own)) return null;
  if (column.startsWith('_')) {
    const element = elementOf(check.checker, own);
    if (element === null) return `is ${show(check, type)}, and the column an array`;
    return findReadProblem(check, element, column.slice(1));
  }
  const shape = check.plainClient && column === 'int8' ? 'string' : SHAPES[column];
  if (shape === undefined) return `is of the type ${column}, which the check of statements does not know`;
  if (shape === 'void') return null;
  if (shape === 'json') {
    const at = findUnlikeJson(check.checker, own, new Set());
    return at === null ? null : `is read from ${column}, and JSON has no ${at}`;
  }
  return membersOf(own).every((one) => hasShape(check.checker, one, shape))
    ? null
    : `is ${show(check, type)}, and the column ${column}`;
}

/** What is wrong with giving a value of this type for a parameter of that one. */
export function findGiveProblem(check: TypeCheck, type: ts.Type, parameter: string): string | null {
  const own = nonNull(check.checker, type);
  if ((own.flags & ts.TypeFlags.Never) !== 0) return null;
  if (isOpen(own)) return `is of the type ${show(check, type)}: say which`;
  if (parameter.startsWith('_')) {
    // Elements of a json array are texts; of bytea buffers.
    const element = elementOf(check.checker, own);
    if (element === null) return `is ${show(check, type)}, and the parameter ${parameter}`;
    return findGiveProblem(check, element, parameter.slice(1));
  }
  const shape = SHAPES[parameter];
  const fits = (one: ts.Type): boolean => {
    if (parameter === 'numeric')
      return hasShape(check.checker, one, 'number') || hasShape(check.checker, one, 'string');
    // The driver writes an object as JSON, but an array as one of PostgreSQL.
    if (shape === 'json')
      return hasShape(check.checker, one, 'string') || (isObject(one) && elementOf(check.checker, one) === null);
    // Times may come as text: a cursor keeps the microseconds that a Date has not.
    if (shape === 'Date' && hasShape(check.checker, one, 'string')) return true;
    return shape !== undefined && hasShape(check.checker, one, shape);
  };
  return membersOf(own).every(fits) ? null : `is ${show(check, type)}, and the parameter ${parameter}`;
}

export function mayBeNull(type: ts.Type): boolean {
  return (
    isOpen(type) || membersOf(type).some((one) => (one.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) !== 0)
  );
}

export function elementOf(checker: ts.TypeChecker, type: ts.Type): ts.Type | null {
  const own = nonNull(checker, type);
  // It travels in binary form, and says what it holds.
  if (own.symbol?.name === 'BinaryArray') return checker.getTypeArguments(own as ts.TypeReference)[0] ?? null;
  if (!checker.isArrayType(own) && !checker.isTupleType(own)) return null;
  const [element, ...others] = checker.getTypeArguments(own as ts.TypeReference);
  return others.length === 0
    ? (element ?? checker.getNeverType())
    : (checker.getIndexTypeOfType(own, ts.IndexKind.Number) ?? element ?? null);
}

function nonNull(checker: ts.TypeChecker, type: ts.Type): ts.Type {
  return checker.getNonNullableType(type);
}

function isOpen(type: ts.Type): boolean {
  return (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0;
}

function membersOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}

function isObject(type: ts.Type): boolean {
  return (type.flags & ts.TypeFlags.Object) !== 0;
}

function hasShape(checker: ts.TypeChecker, type: ts.Type, shape: Shape): boolean {
  if (shape === 'number') return (type.flags & ts.TypeFlags.NumberLike) !== 0;
  if (shape === 'string') return (type.flags & ts.TypeFlags.StringLike) !== 0;
  if (shape === 'boolean') return (type.flags & ts.TypeFlags.BooleanLike) !== 0;
  const name = type.symbol?.name ?? '';
  if (shape === 'Date') return name === 'Date';
  return /^(Buffer|Uint8Array)$/.test(name) || checker.typeToString(type).startsWith('Buffer');
}

/** The first thing within a type that JSON cannot bring back, like a time. */
function findUnlikeJson(checker: ts.TypeChecker, type: ts.Type, seen: Set<ts.Type>): string | null {
  if (seen.has(type)) return null;
  seen.add(type);
  if ((type.flags & ts.TypeFlags.BigIntLike) !== 0) return 'bigint';
  const name = type.symbol?.name ?? '';
  if (/^(Date|Buffer|Uint8Array|Map|Set)$/.test(name)) return name;
  const element = elementOf(checker, type);
  if (element !== null) return findUnlikeJson(checker, element, seen);
  if (type.isUnion())
    return type.types.map((one) => findUnlikeJson(checker, one, seen)).find((at) => at !== null) ?? null;
  if (!isObject(type)) return null;
  for (const property of checker.getPropertiesOfType(type)) {
    const at = findUnlikeJson(checker, checker.getTypeOfSymbol(property), seen);
    if (at !== null) return at;
  }
  return null;
}

function show({ checker }: TypeCheck, type: ts.Type): string {
  return checker.typeToString(type).slice(0, 80);
}
