import { told } from '../language/t';
import { LIMITS } from '../limits';
import type { Comparison, FilterExpression, FilterValue } from './expression';
import { isCondition } from './expression';
import { compareNumbers } from './java-number';
import { refuseFilter } from './refuse';

type Node = FilterExpression;
type Unmeasured<Of> = Of extends { readonly depth: number } ? Omit<Of, 'depth'> : never;

/** What the original refuses while it builds an expression, refused here in the same places. */
export class Builder {
  #terms = 0;

  constant(value: FilterValue): Node {
    return { op: 'constant', value, depth: 1 };
  }

  property(name: string): Node {
    return { op: 'property', name, depth: 1 };
  }

  negate(of: Node, at: number): Node {
    this.#count(at);
    return measured({ op: 'negate', of }, [of], at);
  }

  not(of: Node, at: number): Node {
    const condition = this.condition(of, at);
    return measured({ op: 'not', of: condition }, [condition], at);
  }

  logic(op: 'and' | 'or', parts: readonly Node[], at: number): Node {
    const of = parts.map((part) => this.condition(part, at));
    return measured({ op, of }, of, at);
  }

  /** A bare property may stand where a condition is wanted; a text or a number may not. */
  condition(of: Node, at: number): Node {
    if (isCondition(of)) return of;
    if (of.op !== 'property')
      return refuseFilter(told('has a value where a condition is wanted'), at, told('a comparison'), shown(of));
    this.#count(at);
    return measured({ op: 'cast', of }, [of], at);
  }

  equal(left: Node, right: Node, at: number): Node {
    if (isNull(left) || isNull(right))
      return refuseFilter(told('compares with NULL'), at, told('IS NULL or IS NOT NULL'), 'NULL');
    if (left.op === 'constant' && right.op === 'constant' && isCondition(left) && !isCondition(right))
      return refuseFilter(told('compares a boolean with another constant'), at, told('TRUE or FALSE'), shown(right));
    return this.#equal(left, right, at);
  }

  isNull(of: Node, at: number): Node {
    return this.#equal(of, this.constant(null), at);
  }

  compare(sign: Comparison, left: Node, right: Node, at: number): Node {
    for (const side of [left, right]) {
      const isNumber = side.op === 'constant' && typeof side.value === 'object' && side.value !== null;
      if (!isNumber && (side.op === 'constant' || isCondition(side)))
        return refuseFilter(
          told('orders by {sign} what is no number', { sign }),
          at,
          told('numbers and properties'),
          shown(side),
        );
    }
    this.#count(at);
    return measured({ op: 'compare', sign, left, right }, [left, right], at);
  }

  between(value: Node, low: Node, high: Node, not: boolean, at: number): Node {
    const parts = not
      ? [this.compare('<', value, low, at), this.compare('>', value, high, at)]
      : [this.compare('>=', value, low, at), this.compare('<=', value, high, at)];
    if (!not) refuseReversed(low, high, at);
    return this.logic(not ? 'or' : 'and', parts, at);
  }

  in(of: Node, values: readonly string[], not: boolean, at: number): Node {
    if (of.op !== 'property')
      return refuseFilter(told('has IN behind what is no property'), at, told('a property'), shown(of));
    this.#count(at);
    return measured({ op: 'in', of, values: new Set(values), not }, [of], at);
  }

  search(how: 'CONTAINS' | 'STARTSWITH' | 'ENDSWITH', of: Node, text: string, not: boolean, at: number): Node {
    if (text.length > LIMITS.filterSearchChars)
      refuseFilter(
        told('searches for a text that is too long ({how})', { how }),
        at,
        LIMITS.filterSearchChars,
        text.length,
      );
    this.#count(at, SEARCH_TERMS);
    return measured({ op: 'search', how, of, text, not }, [of], at);
  }

  #equal(left: Node, right: Node, at: number): Node {
    this.#count(at);
    return measured({ op: 'equal', left, right }, [left, right], at);
  }

  #count(at: number, terms = 1): void {
    this.#terms += terms;
    if (this.#terms > LIMITS.filterTerms)
      refuseFilter(
        told('has too many comparisons (a text search counts as {terms})', { terms: SEARCH_TERMS }),
        at,
        LIMITS.filterTerms,
        this.#terms,
      );
  }
}

/** A text may have 16 KiB, and looking through it costs accordingly. */
const SEARCH_TERMS = 64;

function measured(node: Unmeasured<Node>, parts: readonly Node[], at: number): Node {
  const depth = 1 + Math.max(...parts.map((part) => part.depth));
  refuseDeeper(depth, at);
  return { ...node, depth };
}

/** @throws BrokerError illegal-filter */
export function refuseDeeper(depth: number, at: number): void {
  if (depth > LIMITS.filterDepth) refuseFilter(told('is nested too deep'), at, LIMITS.filterDepth, depth);
}

function refuseReversed(low: Node, high: Node, at: number): void {
  if (low.op !== 'constant' || high.op !== 'constant') return;
  const [from, to] = [low.value, high.value];
  if (typeof from !== 'object' || typeof to !== 'object' || from === null || to === null) return;
  if (compareNumbers(from, to) > 0)
    refuseFilter(
      told('has BETWEEN with the larger value first'),
      at,
      told('at least {limit}', { limit: String(from.value) }),
      String(to.value),
    );
}

function isNull(node: Node): boolean {
  return node.op === 'constant' && node.value === null;
}

function shown(node: Node): string {
  if (node.op === 'property') return node.name;
  if (node.op !== 'constant') return 'an expression';
  if (node.value === null) return 'NULL';
  return typeof node.value === 'object' ? String(node.value.value) : String(node.value);
}
