import type { JavaNumber } from './java-number';

export type FilterValue = string | boolean | JavaNumber | null;
export type Comparison = '<' | '<=' | '>' | '>=';
export type Search = 'CONTAINS' | 'STARTSWITH' | 'ENDSWITH';

/** A parsed SQL92 filter. Plain data; `depth` bounds the recursion of its evaluation. */
export type FilterExpression = { readonly depth: number } & (
  | { readonly op: 'constant'; readonly value: FilterValue }
  | { readonly op: 'property'; readonly name: string }
  | { readonly op: 'negate'; readonly of: FilterExpression }
  /** A bare property where a condition is wanted. */
  | { readonly op: 'cast'; readonly of: FilterExpression }
  | { readonly op: 'not'; readonly of: FilterExpression }
  | { readonly op: 'and' | 'or'; readonly of: readonly FilterExpression[] }
  | { readonly op: 'equal'; readonly left: FilterExpression; readonly right: FilterExpression }
  | {
      readonly op: 'compare';
      readonly sign: Comparison;
      readonly left: FilterExpression;
      readonly right: FilterExpression;
    }
  | { readonly op: 'in'; readonly of: FilterExpression; readonly values: ReadonlySet<string>; readonly not: boolean }
  | {
      readonly op: 'search';
      readonly how: Search;
      readonly of: FilterExpression;
      readonly text: string;
      readonly not: boolean;
    }
);

/** True: it yields TRUE, FALSE or unknown, never a text or a number. */
export function isCondition(expression: FilterExpression): boolean {
  switch (expression.op) {
    case 'constant':
      return expression.value === null || typeof expression.value === 'boolean';
    case 'property':
    case 'negate':
      return false;
    default:
      return true;
  }
}
