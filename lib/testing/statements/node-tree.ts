/** A node of PostgreSQL's own parse tree, as the catalogs keep it (pg_node_tree): `{VAR :varno 1 :varattno 2}`. */
export interface TreeNode {
  readonly kind: string;
  readonly fields: Readonly<Record<string, TreeValue>>;
}

export type TreeValue = TreeNode | string | null | readonly TreeValue[];

const TOKEN = /[{}()]|(?:\\.|[^\s{}()\\])+|"(?:\\.|[^"\\])*"/gs;

/** Reads the text of a pg_node_tree. */
export function parseNodeTree(text: string): TreeValue {
  const tokens = text.match(TOKEN) ?? [];
  let at = 0;
  const peek = (): string => tokens[at] ?? '}';
  const take = (): string => tokens[at++] ?? '}';

  const value = (): TreeValue => {
    const token = take();
    if (token === '{') return node();
    if (token === '(') return list();
    // A datum is its length and its bytes: `4 [ 1 0 0 0 ]`.
    if (peek() === '[') while (take() !== ']') continue;
    return token === '<>' ? null : token.replaceAll(/\\(.)/gs, '$1').replaceAll(/^"|"$/g, '');
  };
  const list = (): TreeValue[] => {
    const items: TreeValue[] = [];
    while (peek() !== ')') items.push(value());
    take();
    return items;
  };
  const node = (): TreeNode => {
    const kind = take();
    const fields: Record<string, TreeValue> = {};
    while (peek() !== '}') {
      const name = take().slice(1);
      fields[name] = value();
      // Some fields print several words; the first one is the value.
      while (peek() !== '}' && !peek().startsWith(':')) value();
    }
    take();
    return { kind, fields };
  };
  return value();
}

export function isNode(value: TreeValue | undefined): value is TreeNode {
  return typeof value === 'object' && value !== null && 'kind' in value;
}

export function nodeOf(node: TreeNode, field: string): TreeNode | null {
  const value = node.fields[field];
  return isNode(value) ? value : null;
}

export function textOf(node: TreeNode, field: string): string {
  const value = node.fields[field];
  return typeof value === 'string' ? value : '';
}

export function numberOf(node: TreeNode, field: string): number {
  return Number(textOf(node, field));
}

/** The nodes of a list; of a list of integers or a set, none. */
export function nodesOf(node: TreeNode, field: string): TreeNode[] {
  const value = node.fields[field];
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** `(b 1 2)`: a set. */
export function isEmptySet(node: TreeNode, field: string): boolean {
  const value = node.fields[field];
  return !Array.isArray(value) || value.length <= 1;
}

/** Every node below, itself included. */
export function* walk(value: TreeValue | undefined): Generator<TreeNode> {
  if (Array.isArray(value)) for (const item of value) yield* walk(item);
  else if (isNode(value)) {
    yield value;
    for (const field of Object.values(value.fields)) yield* walk(field);
  }
}
