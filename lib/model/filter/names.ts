import type { FilterExpression } from './expression';

/** The properties an expression names: nothing else of a message has to be read to decide about it. */
export function namesOf(expression: FilterExpression): ReadonlySet<string> {
  const names = new Set<string>();
  collect(expression, names);
  return names;
}

function collect(expression: FilterExpression, names: Set<string>): void {
  switch (expression.op) {
    case 'constant':
      return;
    case 'property':
      names.add(expression.name);
      return;
    case 'and':
    case 'or':
      for (const part of expression.of) collect(part, names);
      return;
    case 'equal':
    case 'compare':
      collect(expression.left, names);
      collect(expression.right, names);
      return;
    default:
      collect(expression.of, names);
  }
}
