import ts from 'typescript';

/** What a text depends on, by its source: `after === null` is `true`, `table` is `retry`. */
type Choices = ReadonlyMap<string, string>;

/** One text that an expression can have, and the choices that lead to it. */
export interface TextVariant {
  readonly text: string;
  readonly when: Choices;
}

/** Values of parameters while a function is evaluated. */
type Scope = ReadonlyMap<ts.Symbol, readonly TextVariant[]>;

const NO_SCOPE: Scope = new Map();
const PLAIN: Choices = new Map();

/** The program's part that knows where a function is called. */
export interface Callers {
  readonly checker: ts.TypeChecker;
  callsOf(declaration: ts.SignatureDeclaration): readonly ts.CallExpression[];
  /** What a module exports under a name, if it is text: for lists that are made from other lists. */
  exportedText(file: string, name: string): string | null;
}

/**
 * Every text that an expression of the source can have. What depends on data is an error: no check could cover such a
 * statement.
 */
export function evaluateText(callers: Callers, expression: ts.Expression): TextVariant[] {
  return textsOf(callers, expression, NO_SCOPE);
}

function textsOf(callers: Callers, node: ts.Expression, scope: Scope): TextVariant[] {
  if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return [{ text: node.text, when: PLAIN }];
  if (ts.isTemplateExpression(node)) {
    const parts = node.templateSpans.flatMap(({ expression, literal }) => [
      textsOf(callers, expression, scope),
      [{ text: literal.text, when: PLAIN }],
    ]);
    return concatenate([[{ text: node.head.text, when: PLAIN }], ...parts]);
  }
  if (ts.isConditionalExpression(node)) return eitherOf(callers, node, scope);
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    return textsOf(callers, node.expression, scope);
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const total = numberOf(callers.checker, node);
    if (total !== null) return [{ text: String(total), when: PLAIN }];
    return concatenate([textsOf(callers, node.left, scope), textsOf(callers, node.right, scope)]);
  }
  if (ts.isCallExpression(node)) return textsOfCall(callers, node, scope);
  const total = numberOf(callers.checker, node);
  if (total !== null) return [{ text: String(total), when: PLAIN }];
  return textsOfName(callers, node, scope);
}

/** A product of constants has no type of its own; its factors do. */
function numberOf(checker: ts.TypeChecker, node: ts.Expression): number | null {
  const type = checker.getTypeAtLocation(node);
  if (type.isNumberLiteral()) return type.value;
  if (ts.isParenthesizedExpression(node)) return numberOf(checker, node.expression);
  if (ts.isBinaryExpression(node)) {
    const [left, right] = [numberOf(checker, node.left), numberOf(checker, node.right)];
    if (left === null || right === null) return null;
    if (node.operatorToken.kind === ts.SyntaxKind.AsteriskToken) return left * right;
    if (node.operatorToken.kind === ts.SyntaxKind.PlusToken) return left + right;
    if (node.operatorToken.kind === ts.SyntaxKind.SlashToken) return left / right;
    return null;
  }
  const constant = initializerOf(checker, node);
  return constant === null ? null : numberOf(checker, constant);
}

function eitherOf(callers: Callers, node: ts.ConditionalExpression, scope: Scope): TextVariant[] {
  const { condition, negated } = conditionOf(node.condition);
  const branch = (expression: ts.Expression, holds: boolean): TextVariant[] =>
    onlyWhen(textsOf(callers, expression, scope), condition, String(holds));
  return [...branch(node.whenTrue, !negated), ...branch(node.whenFalse, negated)];
}

function onlyWhen(variants: readonly TextVariant[], source: string, choice: string): TextVariant[] {
  return variants
    .filter(({ when }) => (when.get(source) ?? choice) === choice)
    .map(({ text, when }) => ({ text, when: new Map([...when, [source, choice]]) }));
}

/** `a !== b` is `a === b` negated. */
export function conditionOf(node: ts.Expression): { condition: string; negated: boolean } {
  const source = node.getText();
  return { condition: source.replace('!==', '==='), negated: source.includes('!==') };
}

function textsOfCall(callers: Callers, call: ts.CallExpression, scope: Scope): TextVariant[] {
  const { checker } = callers;
  const declaration = checker.getResolvedSignature(call)?.declaration;
  if (declaration === undefined || !ts.isFunctionLike(declaration) || !('body' in declaration)) refuse(call);
  const { body } = declaration;
  const inner = new Map(scope);
  declaration.parameters.forEach((parameter, index) => {
    const given = call.arguments[index];
    const symbol = checker.getSymbolAtLocation(parameter.name);
    if (given !== undefined && symbol !== undefined && isText(checker, given)) {
      inner.set(symbol, textsOf(callers, given, scope));
    }
  });
  if (body === undefined) refuse(call);
  if (!ts.isBlock(body)) return textsOf(callers, body, inner);
  const last = body.statements.at(-1);
  if (last === undefined || !ts.isReturnStatement(last) || last.expression === undefined) refuse(call);
  return textsOf(callers, last.expression, inner);
}

function isText(checker: ts.TypeChecker, node: ts.Expression): boolean {
  return (checker.getTypeAtLocation(node).flags & (ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike)) !== 0;
}

function textsOfName(callers: Callers, node: ts.Expression, scope: Scope): TextVariant[] {
  const { checker } = callers;
  const symbol = symbolOf(checker, node);
  const bound = symbol === undefined ? undefined : scope.get(symbol);
  if (bound !== undefined) return [...bound];
  const constant = initializerOf(checker, node);
  if (constant !== null) {
    const made = ts.isCallExpression(constant)
      ? callers.exportedText(constant.getSourceFile().fileName, symbol?.name ?? '')
      : null;
    return made === null ? textsOf(callers, constant, scope) : [{ text: made, when: PLAIN }];
  }
  const picked = symbol === undefined ? null : textsOfPicked(callers, symbol, scope);
  if (picked !== null) return picked;
  // A union of literals: every one of them.
  const type = checker.getTypeAtLocation(node);
  const literals = type.isUnion() ? type.types : [type];
  if (literals.every((one) => one.isStringLiteral())) {
    return literals.flatMap((one) => onlyWhen([{ text: one.value, when: PLAIN }], node.getText(), one.value));
  }
  // A parameter: what each caller gives.
  const parameter = symbol?.valueDeclaration;
  if (parameter !== undefined && ts.isParameter(parameter) && ts.isFunctionLike(parameter.parent)) {
    const at = parameter.parent.parameters.indexOf(parameter);
    const given = callers.callsOf(parameter.parent).flatMap((call) => call.arguments[at] ?? []);
    if (given.length > 0) return given.flatMap((one) => textsOf(callers, one, NO_SCOPE));
  }
  return refuse(node);
}

/** `const { value } = TABLE[which]`: of each entry of the table. */
function textsOfPicked(callers: Callers, symbol: ts.Symbol, scope: Scope): TextVariant[] | null {
  const element = symbol.valueDeclaration;
  if (element === undefined || !ts.isBindingElement(element)) return null;
  const from = element.parent.parent;
  const picked = ts.isVariableDeclaration(from) ? from.initializer : undefined;
  if (picked === undefined || !ts.isElementAccessExpression(picked)) return null;
  const table = picked.expression;
  const name = (element.propertyName ?? element.name).getText();
  return callers.checker.getPropertiesOfType(callers.checker.getTypeAtLocation(table)).flatMap((entry) => {
    const field = callers.checker.getTypeOfSymbol(entry).getProperty(name)?.valueDeclaration;
    if (field === undefined || !ts.isPropertyAssignment(field)) return refuse(table);
    return onlyWhen(textsOf(callers, field.initializer, scope), picked.getText(), entry.name);
  });
}

function symbolOf(checker: ts.TypeChecker, node: ts.Node): ts.Symbol | undefined {
  const symbol = checker.getSymbolAtLocation(node);
  return symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0
    ? checker.getAliasedSymbol(symbol)
    : symbol;
}

/** What a constant or a property of one was made with. */
export function initializerOf(checker: ts.TypeChecker, node: ts.Expression): ts.Expression | null {
  const declaration = symbolOf(checker, node)?.valueDeclaration;
  if (declaration === undefined) return null;
  if (ts.isPropertyAssignment(declaration)) return declaration.initializer;
  if (!ts.isVariableDeclaration(declaration) || declaration.initializer === undefined) return null;
  return (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0 ? declaration.initializer : null;
}

/** Every combination of the parts whose choices agree. */
function concatenate(parts: readonly (readonly TextVariant[])[]): TextVariant[] {
  return parts.reduce<TextVariant[]>(
    (before, part) =>
      before.flatMap((left) => part.filter((right) => agree(left, right)).map((right) => join(left, right))),
    [{ text: '', when: PLAIN }],
  );
}

function agree(left: TextVariant, right: TextVariant): boolean {
  return [...right.when].every(([source, choice]) => (left.when.get(source) ?? choice) === choice);
}

function join(left: TextVariant, right: TextVariant): TextVariant {
  return { text: left.text + right.text, when: new Map([...left.when, ...right.when]) };
}

function refuse(node: ts.Node): never {
  throw new Error(`the text of this statement depends on data, through "${node.getText().slice(0, 60)}"`);
}
