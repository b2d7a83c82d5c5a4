import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import ts from 'typescript';

import { sql } from '../../store/sql';

import { type Callers, conditionOf, evaluateText, initializerOf, type TextVariant } from './evaluate-text';

/** A parameter of a statement: its name, and the type of what the program gives it. */
export interface GivenValue {
  readonly name: string | null;
  readonly type: ts.Type;
}

/** One `.query(...)` of the sources in one of the texts it can have. */
export interface FoundStatement {
  readonly place: string;
  readonly call: ts.CallExpression;
  readonly text: string;
  /** Null: the call names no type for its rows. */
  readonly row: ts.Type | null;
  readonly usesRows: boolean;
  readonly values: readonly GivenValue[];
  /** On a connection with the driver's own types: int8 arrives as text. */
  readonly plainClient: boolean;
}

export interface UnreadCall {
  readonly file: string;
  readonly place: string;
  readonly problem: string;
}

export interface FoundStatements {
  readonly checker: ts.TypeChecker;
  readonly statements: readonly FoundStatement[];
  /** Calls that could not be read. */
  readonly unread: readonly UnreadCall[];
}

const ROOT = process.cwd();
const NOT_PRODUCT = /\.test\.tsx?$|\/lib\/testing\/|\/generated\//;

/** Finds every statement of the product by its call: nothing has to be registered, so nothing can be left out. */
export async function findStatements(files: readonly string[] = sourcesWithQueries()): Promise<FoundStatements> {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(ROOT, 'tsconfig.json'), (file) => ts.sys.readFile(file)).config,
    ts.sys,
    ROOT,
  );
  const program = ts.createProgram(files, { ...options, incremental: false, plugins: [] });
  const checker = program.getTypeChecker();
  const sources = files.flatMap((file) => program.getSourceFile(file) ?? []);
  const callers: Callers = {
    checker,
    callsOf: indexCalls(checker, sources),
    exportedText: await readExports(program),
  };
  const unread: UnreadCall[] = [];
  const statements: FoundStatement[] = [];
  for (const source of sources) {
    visitCalls(source, (call) => {
      if (!ts.isPropertyAccessExpression(call.expression) || call.expression.name.text !== 'query') return;
      const place = placeOf(call);
      try {
        statements.push(...statementsOf(callers, call, place));
      } catch (error) {
        const problem = error instanceof Error ? error.message : String(error);
        unread.push({ file: place.replace(/:\d+$/, ''), place, problem });
      }
    });
  }
  return { checker, statements, unread };
}

function sourcesWithQueries(): string[] {
  return ['lib', 'app', 'components']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(ROOT, folder, file)),
    )
    .filter((file) => /\.tsx?$/.test(file) && !NOT_PRODUCT.test(file))
    .filter((file) => /\.query\b/.test(readFileSync(file, 'utf8')));
}

/** Lists of columns are in files of their own. */
async function readExports(program: ts.Program): Promise<Callers['exportedText']> {
  const modules = new Map<string, Readonly<Record<string, unknown>>>();
  for (const { fileName } of program.getSourceFiles()) {
    if (!fileName.endsWith('-columns.ts')) continue;
    modules.set(fileName, (await import(fileName)) as Readonly<Record<string, unknown>>);
  }
  return (file, name) => {
    const value = modules.get(file)?.[name];
    return typeof value === 'string' ? value : null;
  };
}

function visitCalls(node: ts.Node, visit: (call: ts.CallExpression) => void): void {
  if (ts.isCallExpression(node)) visit(node);
  ts.forEachChild(node, (child) => visitCalls(child, visit));
}

/** Only calls of the same name are resolved: that is what takes long. */
function indexCalls(checker: ts.TypeChecker, sources: readonly ts.SourceFile[]): Callers['callsOf'] {
  const byName = new Map<string, ts.CallExpression[]>();
  for (const source of sources) {
    visitCalls(source, (call) => {
      const name = calledName(call.expression);
      if (name !== null) byName.set(name, [...(byName.get(name) ?? []), call]);
    });
  }
  return (declaration) => {
    const name = nameOf(declaration);
    if (name === null) throw new Error('a function without a name has callers that are not known');
    return (byName.get(name) ?? []).filter((call) => checker.getResolvedSignature(call)?.declaration === declaration);
  };
}

function calledName(callee: ts.Expression): string | null {
  if (ts.isIdentifier(callee)) return callee.text;
  return ts.isPropertyAccessExpression(callee) ? callee.name.text : null;
}

/** Of a function, a method, or the constant or property that holds it. */
function nameOf(declaration: ts.Node): string | null {
  const named = ts.isFunctionLike(declaration) && declaration.name !== undefined ? declaration : declaration.parent;
  const { name } = named as ts.NamedDeclaration;
  return name !== undefined && ts.isIdentifier(name) ? name.text : null;
}

export function placeOf(node: ts.Node): string {
  const source = node.getSourceFile();
  return `${relative(ROOT, source.fileName)}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
}

function statementsOf(callers: Callers, call: ts.CallExpression, place: string): FoundStatement[] {
  const { checker } = callers;
  const { text, values } = partsOf(checker, call);
  const row = call.typeArguments?.[0];
  const receiver = checker.getTypeAtLocation((call.expression as ts.PropertyAccessExpression).expression);
  const common = {
    place,
    call,
    row: row === undefined ? null : checker.getTypeFromTypeNode(row),
    usesRows: usesRows(call),
    plainClient: receiver.symbol?.name === 'Client',
  };
  const variants = evaluateText(callers, text).map((variant) => {
    const given = values === null ? [] : valuesOf(checker, values, variant);
    return { ...common, ...numbered(variant.text, given) };
  });
  const unused = variants[0]?.given.find(
    ({ name }) => name !== null && !variants.some(({ values }) => values.some((one) => one.name === name)),
  );
  if (unused !== undefined) throw new Error(`its text has no $${unused.name}`);
  return variants;
}

/**
 * What is run and with which values: `query(text, values)`, `query({ name, text, values })`, or `query(sql(text,
 * values))`.
 */
export function partsOf(
  checker: ts.TypeChecker,
  call: ts.CallExpression,
): { text: ts.Expression; values: ts.Expression | null } {
  const [first, second] = call.arguments;
  if (first === undefined) throw new Error('it has no text');
  const config = ts.isIdentifier(first) ? (initializerOf(checker, first) ?? first) : first;
  if (ts.isCallExpression(config) && config.expression.getText() === 'sql') {
    const [text, values] = config.arguments;
    if (text === undefined) throw new Error('it has no text');
    return { text, values: values ?? null };
  }
  if (!ts.isObjectLiteralExpression(config)) return { text: first, values: second ?? null };
  const property = (name: string): ts.Expression | null => {
    for (const one of config.properties) {
      if (one.name?.getText() !== name) continue;
      if (ts.isPropertyAssignment(one)) return one.initializer;
      if (ts.isShorthandPropertyAssignment(one)) return one.name;
    }
    return null;
  };
  const text = property('text');
  if (text === null) throw new Error('it has no text');
  return { text, values: property('values') };
}

function valuesOf(checker: ts.TypeChecker, node: ts.Expression, variant: TextVariant): GivenValue[] {
  if (ts.isArrayLiteralExpression(node)) {
    return node.elements.flatMap((element) =>
      ts.isSpreadElement(element)
        ? valuesOf(checker, element.expression, variant)
        : [{ name: null, type: checker.getTypeAtLocation(element) }],
    );
  }
  if (ts.isObjectLiteralExpression(node)) {
    return node.properties.flatMap((property) => {
      if (ts.isSpreadAssignment(property)) return valuesOf(checker, property.expression, variant);
      if (ts.isPropertyAssignment(property))
        return [{ name: property.name.getText(), type: checker.getTypeAtLocation(property.initializer) }];
      return [{ name: property.name?.getText() ?? '', type: checker.getTypeAtLocation(property.name ?? property) }];
    });
  }
  if (ts.isConditionalExpression(node)) {
    const { condition, negated } = conditionOf(node.condition);
    const holds = variant.when.get(condition);
    if (holds !== undefined)
      return valuesOf(checker, (holds === 'true') === negated ? node.whenFalse : node.whenTrue, variant);
  }
  if (ts.isParenthesizedExpression(node)) return valuesOf(checker, node.expression, variant);
  const constant = ts.isIdentifier(node) ? initializerOf(checker, node) : null;
  if (constant !== null && (ts.isArrayLiteralExpression(constant) || ts.isObjectLiteralExpression(constant)))
    return valuesOf(checker, constant, variant);
  return valuesOfType(checker, node);
}

function valuesOfType(checker: ts.TypeChecker, node: ts.Expression): GivenValue[] {
  const type = checker.getTypeAtLocation(node);
  if (checker.isTupleType(type)) {
    return checker.getTypeArguments(type as ts.TypeReference).map((one) => ({ name: null, type: one }));
  }
  if (checker.isArrayType(type))
    throw new Error(`how many values "${node.getText()}" has, and of which types, is not in its type`);
  return checker
    .getPropertiesOfType(type)
    .map((property) => ({ name: property.name, type: checker.getTypeOfSymbolAtLocation(property, node) }));
}

/** As `sql()` does when the statement runs: the first name of the text is $1. */
function numbered(
  text: string,
  given: readonly GivenValue[],
): { text: string; values: GivenValue[]; given: readonly GivenValue[] } {
  if (given.every(({ name }) => name === null)) return { text, values: [...given], given };
  const statement = sql(text, Object.fromEntries(given.map((value) => [value.name, value])));
  return { text: statement.text, values: statement.values as GivenValue[], given };
}

/** Whether the call's rows are read: without a type they could be anything. */
function usesRows(call: ts.CallExpression): boolean {
  let node: ts.Node = call;
  while (ts.isAwaitExpression(node.parent) || ts.isParenthesizedExpression(node.parent)) node = node.parent;
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.name.text !== 'rowCount';
  if (!ts.isVariableDeclaration(parent)) return false;
  if (!ts.isObjectBindingPattern(parent.name)) return true;
  return parent.name.elements.some(({ name, propertyName }) => (propertyName ?? name).getText() === 'rows');
}
