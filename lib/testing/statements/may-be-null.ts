import { isEmptySet, type TreeNode, type TreeValue, isNode, nodeOf, nodesOf, numberOf, textOf } from './node-tree';

export interface CatalogFunction {
  readonly name: string;
  readonly strict: boolean;
  /** One of prisma/functions. */
  readonly ours: boolean;
  /** Its parameters have names. */
  readonly named: boolean;
  /** The names of its result columns; none: it has one value. */
  readonly columns: readonly string[];
  /** Whether its file says of a column, or of its value, that it is never null. */
  neverNull(column: string | null): boolean;
}

/** What the catalog knows that the parse tree does not. */
export interface Catalog {
  /** `relation oid/attribute number` of columns that are NOT NULL. */
  readonly notNull: ReadonlySet<string>;
  /** The query of a view, by its oid. */
  readonly views: ReadonlyMap<string, TreeNode>;
  /** Functions and operators by oid: their name, and whether PostgreSQL brings them and they are strict. */
  readonly functions: ReadonlyMap<string, CatalogFunction>;
}

/** Whether the program gives null for a parameter, or for an element of one. */
export interface ParameterNulls {
  readonly value: boolean;
  readonly element: boolean;
}

interface Context {
  readonly catalog: Catalog;
  readonly parameters: readonly ParameterNulls[];
  /** The query, and those around it. */
  readonly queries: readonly TreeNode[];
  /** Recursive common table expressions that are being judged. */
  readonly under: ReadonlySet<TreeNode>;
}

/** Strict functions of PostgreSQL that may still answer null for values that are not. */
const NULL_FOR_VALUES = new RegExp(
  [
    '^(json|array_(position|length|upper|lower|ndims|dims|to_string)|to_reg|obj_description|col_description',
    'regexp_|substring$|pg_(?!database_size|backend_pid|is_in_recovery|try_advisory)|has_|nullif|lag|lead',
    'nth_value|first_value|last_value|inet_|split_part_|trim_array|unnest$)',
  ].join('|'),
);

/** Aggregates of at least one row that is not null are not null; of a group there is at least one. */
const GROUP_AGGREGATES =
  /^(sum|min|max|avg|array_agg|string_agg|bool_or|bool_and|every|bit_or|bit_and|json_agg|jsonb_agg)$/;

/** For each column of a query whether it may be null, as PostgreSQL itself understood the statement. */
export function columnsMayBeNull(query: TreeNode, catalog: Catalog, parameters: readonly ParameterNulls[]): boolean[] {
  const context = { catalog, parameters, queries: [], under: new Set<TreeNode>() };
  return targetsIn(query).map((_, index) => isNullTarget(query, index + 1, context));
}

function targetsIn(query: TreeNode): readonly TreeNode[] {
  const list = textOf(query, 'commandType') === '1' ? 'targetList' : 'returningList';
  return nodesOf(query, list).filter((target) => textOf(target, 'resjunk') !== 'true');
}

/** Of one column of a query: what the others are is not asked, since each may be a long way down. */
function isNullTarget(query: TreeNode, column: number, outer: Context): boolean {
  const context = { ...outer, queries: [query, ...outer.queries] };
  const setOperations = nodeOf(query, 'setOperations');
  if (setOperations !== null)
    return leavesOf(setOperations).some((index) => isNullSubquery(tableAt(query, index), column, context));
  const target = targetsIn(query)[column - 1];
  return target === undefined || isNull(nodeOf(target, 'expr'), context);
}

function isNullSubquery(table: TreeNode, column: number, context: Context): boolean {
  const query = nodeOf(table, 'subquery');
  return query === null || isNullTarget(query, column, context);
}

function leavesOf(node: TreeNode): number[] {
  if (node.kind === 'RANGETBLREF') return [numberOf(node, 'rtindex')];
  return ['larg', 'rarg'].flatMap((side) => {
    const child = nodeOf(node, side);
    return child === null ? [] : leavesOf(child);
  });
}

function tableAt(query: TreeNode, index: number): TreeNode {
  const table = nodesOf(query, 'rtable')[index - 1];
  if (table === undefined) throw new Error(`the query has no table ${index}`);
  return table;
}

type Judge = (node: TreeNode, context: Context) => boolean;

const argument: Judge = (node, context) => isNull(nodeOf(node, 'arg'), context);
const anyArgument: Judge = (node, context) => nodesOf(node, 'args').some((arg) => isNull(arg, context));
const everyArgument: Judge = (node, context) => nodesOf(node, 'args').every((arg) => isNull(arg, context));
const either: Judge = (node, context) =>
  isNull(nodeOf(node, 'defresult'), context) ||
  nodesOf(node, 'args').some((when) => isNull(nodeOf(when, 'result'), context));
const never: Judge = () => false;

/** Each kind of expression; of another one nothing is known. */
const JUDGES: Readonly<Record<string, Judge>> = {
  VAR: isNullColumn,
  CONST: (node) => textOf(node, 'constisnull') === 'true',
  PARAM: (node, { parameters }) => parameters[numberOf(node, 'paramid') - 1]?.value ?? true,
  NAMEDARGEXPR: argument,
  RELABELTYPE: argument,
  COERCEVIAIO: argument,
  ARRAYCOERCEEXPR: argument,
  COERCETODOMAIN: argument,
  COLLATEEXPR: argument,
  COALESCEEXPR: everyArgument,
  MINMAXEXPR: everyArgument,
  BOOLEXPR: anyArgument,
  FUNCEXPR: (node, context) => isNullCall(textOf(node, 'funcid'), node, context),
  OPEXPR: (node, context) => isNullCall(textOf(node, 'opfuncid'), node, context),
  SCALARARRAYOPEXPR: (node, context) => isNullCall(textOf(node, 'opfuncid'), node, context),
  CASEEXPR: either,
  AGGREF: isNullAggregate,
  WINDOWFUNC: (node, context) =>
    !/^(count|row_number|rank|dense_rank|ntile)$/.test(nameOf(textOf(node, 'winfnoid'), context)),
  SUBLINK: isNullSublink,
  NULLTEST: never,
  BOOLEANTEST: never,
  DISTINCTEXPR: never,
  ARRAYEXPR: never,
  ROWEXPR: never,
  SQLVALUEFUNCTION: never,
  GROUPINGFUNC: never,
};

/** How some versions of PostgreSQL call them. */
const ALIASES: Readonly<Record<string, string>> = {
  COALESCE: 'COALESCEEXPR',
  MINMAX: 'MINMAXEXPR',
  CASE: 'CASEEXPR',
  ARRAY: 'ARRAYEXPR',
  ROW: 'ROWEXPR',
};

function isNull(node: TreeNode | null, context: Context): boolean {
  if (node === null) return true;
  return JUDGES[ALIASES[node.kind] ?? node.kind]?.(node, context) ?? true;
}

function nameOf(oid: string, { catalog }: Context): string {
  return catalog.functions.get(oid)?.name ?? '';
}

function isNullCall(oid: string, node: TreeNode, context: Context): boolean {
  const called = context.catalog.functions.get(oid);
  if (called === undefined) return true;
  if (called.ours) return !called.neverNull(null);
  if (nodesOf(node, 'args').length === 0) return false;
  if (/^(concat|concat_ws|format)$/.test(called.name)) return false;
  return (
    !called.strict || NULL_FOR_VALUES.test(called.name) || nodesOf(node, 'args').some((arg) => isNull(arg, context))
  );
}

function isNullAggregate(node: TreeNode, context: Context): boolean {
  const name = nameOf(textOf(node, 'aggfnoid'), context);
  if (name === 'count') return false;
  const query = context.queries[numberOf(node, 'agglevelsup')];
  const isGrouped = query !== undefined && nodesOf(query, 'groupClause').length > 0;
  if (!isGrouped || nodeOf(node, 'aggfilter') !== null || !GROUP_AGGREGATES.test(name)) return true;
  if (/^(array|json|jsonb)_agg$/.test(name)) return false;
  return nodesOf(node, 'args').some((arg) => isNull(nodeOf(arg, 'expr'), context));
}

const EXISTS = '0';
const SCALAR = '4';
const ARRAY = '6';

function isNullSublink(node: TreeNode, context: Context): boolean {
  const type = textOf(node, 'subLinkType');
  if (type === EXISTS || type === ARRAY) return false;
  const query = nodeOf(node, 'subselect');
  if (type !== SCALAR || query === null) return true;
  // An aggregate without groups has one row, always; others may have none.
  const hasOneRow =
    (textOf(query, 'hasAggs') === 'true' &&
      nodesOf(query, 'groupClause').length === 0 &&
      nodeOf(query, 'havingQual') === null) ||
    (nodesOf(query, 'rtable').length === 0 && nodeOf(query, 'limitCount') === null);
  return !hasOneRow || isNullTarget(query, 1, context);
}

function isNullColumn(variable: TreeNode, context: Context): boolean {
  const level = numberOf(variable, 'varlevelsup');
  const queries = context.queries.slice(level);
  const [query] = queries;
  const column = numberOf(variable, 'varattno');
  if (column < 0) return false;
  if (query === undefined) return true;
  if (!isEmptySet(variable, 'varnullingrels')) return !isKeptNotNull(variable, query, context);
  if (isKeptNotNull(variable, query, context)) return false;
  if (column === 0) return true;
  return isNullIn(tableAt(query, numberOf(variable, 'varno')), column, { ...context, queries });
}

function isNullIn(table: TreeNode, column: number, context: Context): boolean {
  const { catalog } = context;
  const inner = context;
  switch (textOf(table, 'rtekind')) {
    case '0': {
      const oid = textOf(table, 'relid');
      const view = catalog.views.get(oid);
      if (view !== undefined) return isNullTarget(view, column, { ...inner, queries: [] });
      return !catalog.notNull.has(`${oid}/${column}`);
    }
    case '1':
      return isNullSubquery(table, column, inner);
    case '2': {
      const alias = nodesOf(table, 'joinaliasvars')[column - 1] ?? null;
      return isNull(alias, inner);
    }
    case '3':
      return isNullOfFunction(table, column, inner);
    case '5': {
      const lists = table.fields['values_lists'];
      if (!Array.isArray(lists)) return true;
      return (lists as readonly TreeValue[]).some((row) => {
        const cell: TreeValue | undefined = Array.isArray(row) ? row[column - 1] : undefined;
        return isNull(isNode(cell) ? cell : null, inner);
      });
    }
    case '6':
      return isNullOfCommon(table, column, inner);
    case '9':
      return isNull(nodesOf(table, 'groupexprs')[column - 1] ?? null, inner);
    default:
      return true;
  }
}

function isNullOfFunction(table: TreeNode, column: number, context: Context): boolean {
  const functions = nodesOf(table, 'functions');
  const widths = functions.map((one) => numberOf(one, 'funccolcount'));
  const total = widths.reduce((sum, width) => sum + width, 0);
  if (column > total) return textOf(table, 'funcordinality') !== 'true';
  let index = 0;
  for (let before = 0; before + (widths[index] ?? 1) < column; index += 1) before += widths[index] ?? 1;
  const call = nodeOf(functions[index] ?? table, 'funcexpr');
  if (call === null || call.kind !== 'FUNCEXPR') return call === null || isNull(call, context);
  const called = context.catalog.functions.get(textOf(call, 'funcid'));
  if (called?.ours === true) return !called.neverNull(called.columns[column - 1] ?? null);
  if (called?.name === 'unnest') return isNullElement(nodesOf(call, 'args')[0] ?? null, context);
  return called?.name === 'generate_series' ? anyArgument(call, context) : widths[index] !== 1 || isNull(call, context);
}

/** Of an array that is a parameter: what the program puts into it. */
function isNullElement(array: TreeNode | null, context: Context): boolean {
  if (array === null) return true;
  if (/^(RELABELTYPE|ARRAYCOERCEEXPR|COERCEVIAIO)$/.test(array.kind))
    return isNullElement(nodeOf(array, 'arg'), context);
  return array.kind !== 'PARAM' || (context.parameters[numberOf(array, 'paramid') - 1]?.element ?? true);
}

function isNullOfCommon(table: TreeNode, column: number, context: Context): boolean {
  const level = numberOf(table, 'ctelevelsup');
  const queries = context.queries.slice(level);
  const [holder] = queries;
  const name = textOf(table, 'ctename');
  const common =
    holder === undefined ? undefined : nodesOf(holder, 'cteList').find((one) => textOf(one, 'ctename') === name);
  const query = common === undefined ? null : nodeOf(common, 'ctequery');
  if (query === null) return true;
  // A recursive one is not null unless something else in it is.
  if (context.under.has(query)) return false;
  return isNullTarget(query, column, { ...context, queries, under: new Set([...context.under, query]) });
}

/** Whether a condition that every row of the query met keeps null out of the column. */
function isKeptNotNull(variable: TreeNode, query: TreeNode, context: Context): boolean {
  const tree = nodeOf(query, 'jointree');
  return tree !== null && conditionsOf(tree).some((condition) => refusesNull(condition, variable, context));
}

/** What holds for every row: WHERE and the ON of inner joins, cut at AND. */
function conditionsOf(tree: TreeNode): readonly TreeNode[] {
  const known = conditions.get(tree) ?? findConditions(tree);
  conditions.set(tree, known);
  return known;
}

/** Asked for each column again. */
const conditions = new WeakMap<TreeNode, readonly TreeNode[]>();

function findConditions(tree: TreeNode): TreeNode[] {
  if (tree.kind === 'JOINEXPR' && textOf(tree, 'jointype') !== '0') return [];
  const own = nodeOf(tree, 'quals');
  const children = [...nodesOf(tree, 'fromlist'), nodeOf(tree, 'larg'), nodeOf(tree, 'rarg')].filter(
    (one) => one !== null,
  );
  return [...(own === null ? [] : conjunctsOf(own)), ...children.flatMap(conditionsOf)];
}

function conjunctsOf(node: TreeNode): TreeNode[] {
  const isAnd = node.kind === 'BOOLEXPR' && textOf(node, 'boolop') === 'and';
  return isAnd ? nodesOf(node, 'args').flatMap(conjunctsOf) : [node];
}

function refusesNull(condition: TreeNode, variable: TreeNode, context: Context): boolean {
  const isIt = (node: TreeNode | null | undefined): boolean => {
    const inner = node?.kind === 'RELABELTYPE' ? nodeOf(node, 'arg') : node;
    return (
      inner?.kind === 'VAR' &&
      ['varno', 'varattno'].every((f) => textOf(inner, f) === textOf(variable, f)) &&
      textOf(inner, 'varlevelsup') === '0'
    );
  };
  if (condition.kind === 'NULLTEST') return textOf(condition, 'nulltesttype') === '1' && isIt(nodeOf(condition, 'arg'));
  if (isIt(condition)) return true;
  if (condition.kind !== 'OPEXPR' && condition.kind !== 'SCALARARRAYOPEXPR') return false;
  const operator = context.catalog.functions.get(textOf(condition, 'opfuncid'));
  return operator?.strict === true && nodesOf(condition, 'args').some(isIt);
}
