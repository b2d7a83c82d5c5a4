import type pg from 'pg';
import ts from 'typescript';

import { elementOf, findGiveProblem, findReadProblem, mayBeNull, type TypeCheck } from './compare-types';
import { type DescribedColumn, describeStatement, UTILITY } from './describe-statement';
import type { FoundStatement } from './find-statements';
import type { Catalog } from './may-be-null';

/**
 * The tag with the reason why PostgreSQL's "may be null" is not so: on the property, or on the type for all of its
 * properties.
 */
const NEVER_NULL = 'neverNull';

/** What a statement promises and the database does not keep. */
export async function checkStatement(
  client: pg.ClientBase,
  catalog: Catalog,
  checker: ts.TypeChecker,
  statement: FoundStatement,
): Promise<string[]> {
  if (UTILITY.test(statement.text)) return [];
  const check: TypeCheck = { checker, plainClient: statement.plainClient };
  const nulls = statement.values.map(({ type }) => {
    const element = elementOf(checker, type);
    return { value: mayBeNull(type), element: element === null || mayBeNull(element) };
  });
  let described;
  try {
    described = await describeStatement(client, catalog, statement.text, nulls);
  } catch (error) {
    return [`PostgreSQL refuses it: ${error instanceof Error ? error.message : String(error)}`];
  }
  return [
    ...findValueProblems(check, statement, described.parameters),
    ...findUnnamedArguments(statement.text, catalog),
    ...findRowProblems(check, statement, described.columns),
  ];
}

function findValueProblems(check: TypeCheck, { values }: FoundStatement, parameters: readonly string[]): string[] {
  if (values.length !== parameters.length)
    return [`it has ${parameters.length} parameters and is given ${values.length} values`];
  const problems = values.flatMap(({ name, type }, index) => {
    const problem = findGiveProblem(check, type, parameters[index] ?? '');
    return problem === null ? [] : [`$${name ?? index + 1} ${problem}`];
  });
  if (parameters.length > 1 && values.some(({ name }) => name === null))
    problems.push('it has several parameters by position: name them, as in sql("... $groupId ...", { groupId })');
  return problems;
}

/** A call of one of our functions with several arguments names them: `p_group => $groupId`. */
function findUnnamedArguments(text: string, { functions }: Catalog): string[] {
  const ours = new Set(
    [...functions.values()].filter(({ ours: isOurs, named }) => isOurs && named).map(({ name }) => name),
  );
  return [...text.matchAll(/\b([a-z_]+)\(/g)].flatMap(({ 1: name = '', index }) => {
    if (!ours.has(name)) return [];
    const given = argumentsAt(text, index + name.length + 1);
    const byPosition = given.filter((one) => one.includes('$') && !one.includes('=>'));
    return byPosition.length < 2
      ? []
      : [`it calls ${name} with arguments by position: name them, as in p_group => $groupId`];
  });
}

function argumentsAt(text: string, from: number): string[] {
  const found = [''];
  for (let at = from, depth = 0; at < text.length && depth >= 0; at += 1) {
    const letter = text[at] ?? '';
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (letter === ',' && depth === 0) found.push('');
    else found[found.length - 1] += letter;
  }
  return found;
}

function findRowProblems(check: TypeCheck, statement: FoundStatement, columns: readonly DescribedColumn[]): string[] {
  const { row, usesRows } = statement;
  if (row === null)
    return usesRows && columns.some(({ type }) => type !== 'void')
      ? ['its rows are read and have no type: query<Row>(…)']
      : [];
  const properties = check.checker.getPropertiesOfType(row);
  const missing = properties
    .filter(({ name }) => !columns.some((column) => column.name === name))
    .map(({ name, flags }) => ({ name, optional: (flags & ts.SymbolFlags.Optional) !== 0 }))
    .filter(({ optional }) => !optional)
    .map(({ name }) => `its type has ${name}, and its rows have not`);
  return [
    ...missing,
    ...columns.flatMap((column) => {
      const property = properties.find(({ name }) => name === column.name);
      if (property === undefined) return [`its rows have ${column.name}, and its type has not`];
      const type = check.checker.getTypeOfSymbol(property);
      const problem = findReadProblem(check, type, column.type);
      if (problem !== null) return [`${column.name} ${problem}`];
      if (!column.mayBeNull || mayBeNull(type) || hasReason(check.checker, row, property) || column.type === 'void')
        return [];
      return [`${column.name} may be null: say so, or give the reason why not with @${NEVER_NULL}`];
    }),
  ];
}

function hasReason(checker: ts.TypeChecker, row: ts.Type, property: ts.Symbol): boolean {
  const parent = property.valueDeclaration?.parent;
  const holder =
    parent !== undefined && (ts.isInterfaceDeclaration(parent) || ts.isTypeLiteralNode(parent)) ? parent : undefined;
  const holderSymbol =
    holder === undefined
      ? undefined
      : checker.getSymbolAtLocation(ts.isInterfaceDeclaration(holder) ? holder.name : holder);
  return [property, row.symbol, row.aliasSymbol, holderSymbol].some((symbol) =>
    symbol
      ?.getJsDocTags(checker)
      .some(({ name, text }) => name === NEVER_NULL && text !== undefined && text.length > 0),
  );
}
