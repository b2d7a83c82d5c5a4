import { describe, expect, test } from 'vitest';

type Graph = ReadonlyMap<string, { readonly imports: readonly { readonly to: string | null }[] }>;

// a module of JavaScript, run as it is
const { countBackArrows, countCircles } = (await import(new URL('arrows.mjs', import.meta.url).href)) as {
  countBackArrows: (graph: Graph, room: string) => number;
  countCircles: (graph: Graph) => number;
};

/** A module graph from a list of "file -> file". */
function graphOf(...arrows: readonly string[]): Graph {
  const graph = new Map<string, { imports: { to: string | null }[] }>();
  for (const [from = '', to = ''] of arrows.map((arrow) => arrow.split(' -> '))) {
    for (const file of [from, to]) if (!graph.has(file)) graph.set(file, { imports: [] });
    graph.get(from)?.imports.push({ to });
  }
  return graph;
}

describe('arrows back', () => {
  test('folders in an order have none, however many imports there are', () => {
    const graph = graphOf('lib/a/1.ts -> lib/b/1.ts', 'lib/a/2.ts -> lib/c/1.ts', 'lib/b/1.ts -> lib/c/1.ts');
    expect(countBackArrows(graph, 'lib')).toBe(0);
  });

  test('of two folders that import each other the fewer imports are the ones that go back', () => {
    const graph = graphOf('lib/a/1.ts -> lib/b/1.ts', 'lib/a/2.ts -> lib/b/1.ts', 'lib/b/1.ts -> lib/a/3.ts');
    expect(countBackArrows(graph, 'lib')).toBe(1);
  });

  test('a longer circle of folders has one, and other rooms do not count', () => {
    const circle = ['lib/a/1.ts -> lib/b/1.ts', 'lib/b/1.ts -> lib/c/1.ts', 'lib/c/1.ts -> lib/a/2.ts'];
    expect(countBackArrows(graphOf(...circle, 'app/a/1.ts -> app/b/1.ts', 'app/b/1.ts -> app/a/1.ts'), 'lib')).toBe(1);
  });
});

test('circles of files: each group that reaches itself counts once', () => {
  expect(countCircles(graphOf('a -> b', 'b -> c', 'a -> c'))).toBe(0);
  expect(countCircles(graphOf('a -> b', 'b -> a', 'b -> c', 'c -> d', 'd -> e', 'e -> c'))).toBe(2);
});
