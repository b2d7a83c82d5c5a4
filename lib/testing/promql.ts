import { parser } from '@prometheus-io/lezer-promql';

/** What a scrape tells under a name. */
export interface Told {
  readonly kind: 'counter' | 'histogram' | 'gauge';
  readonly labels: readonly string[];
  /** Every node tells the same: who adds them up counts them several times. */
  readonly sameOnEveryNode: boolean;
}

type Tree = ReturnType<typeof parser.parse>;
type Node = Tree['topNode'];

const OF_COUNTERS = new Set(['Rate', 'Irate', 'Increase']);

/** What Prometheus itself would refuse in an expression, and what asks for something that no node tells. */
export function problemsOf(expression: string, told: Readonly<Record<string, Told>>): string[] {
  const { topNode } = parser.parse(expression);
  const text = ({ from, to }: Node): string => expression.slice(from, to);
  const broken = nodesOf(topNode).find(({ type }) => type.isError);
  if (broken !== undefined) return [`not PromQL at character ${broken.from + 1}`];
  const selectors = nodesNamed(topNode, 'VectorSelector');
  if (selectors.length === 0) return ['it asks for no series'];
  return [
    ...selectors.flatMap((selector) => problemsOfSelector(selector, told, text)),
    ...nodesNamed(topNode, 'GroupingLabels').flatMap((labels) => problemsOfLabels(labels, told, text)),
  ];
}

function problemsOfSelector(selector: Node, told: Readonly<Record<string, Told>>, text: (node: Node) => string) {
  const name = nameOf(selector, text);
  const series = seriesOf(name, told);
  if (series === null) return [`${name} is not a series`];
  const asked = nodesNamed(selector, 'LabelName').map(text);
  const problems = asked.filter((label) => !series.labels.includes(label)).map((label) => `${name} has no ${label}`);
  const call = nodesNamed(enclosing(selector, 'FunctionCall'), 'FunctionIdentifier')[0];
  if (call !== undefined && OF_COUNTERS.has(call.firstChild?.name ?? '') !== (series.kind !== 'gauge'))
    problems.push(`${text(call)}(${name}): it is a ${series.kind}`);
  const aggregation = nodesNamed(enclosing(selector, 'AggregateExpr'), 'AggregateOp')[0]?.firstChild?.name;
  if (series.sameOnEveryNode && call?.firstChild?.name !== 'Absent' && aggregation !== 'Max' && aggregation !== 'Min')
    problems.push(`${name} is the same on every node: max or min, not ${aggregation?.toLowerCase() ?? 'each'}`);
  return problems;
}

/** `by (...)` and `on (...)`: a label that one of the series lacks groups all of it together, silently. */
function problemsOfLabels(labels: Node, told: Readonly<Record<string, Told>>, text: (node: Node) => string): string[] {
  const whole = labels.parent?.parent ?? null;
  const names = nodesNamed(whole, 'VectorSelector').map((selector) => nameOf(selector, text));
  return nodesNamed(labels, 'LabelName')
    .map(text)
    .flatMap((label) =>
      names
        .filter((name) => seriesOf(name, told)?.labels.includes(label) === false)
        .map((name) => `${name} has no ${label}`),
    );
}

function seriesOf(name: string, told: Readonly<Record<string, Told>>): Told | null {
  const base = name.replace(/_(bucket|sum|count)$/, '');
  const own = told[name];
  if (own !== undefined) return own.kind === 'histogram' ? null : own;
  const histogram = base === name ? undefined : told[base];
  if (histogram?.kind !== 'histogram') return null;
  return name.endsWith('_bucket') ? { ...histogram, labels: [...histogram.labels, 'le'] } : histogram;
}

function nameOf(selector: Node, text: (node: Node) => string): string {
  const [identifier] = nodesNamed(selector, 'Identifier');
  return identifier === undefined ? text(selector) : text(identifier);
}

function enclosing(node: Node, name: string): Node | null {
  for (let at = node.parent; at !== null; at = at.parent) if (at.name === name) return at;
  return null;
}

function nodesNamed(top: Node | null, name: string): Node[] {
  return top === null ? [] : nodesOf(top).filter((node) => node.name === name);
}

function nodesOf(top: Node): Node[] {
  const found: Node[] = [];
  const walk = (node: Node): void => {
    found.push(node);
    for (let child = node.firstChild; child !== null; child = child.nextSibling) walk(child);
  };
  walk(top);
  return found;
}
