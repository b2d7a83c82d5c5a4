import { expect, test } from 'vitest';

import { namesakesOf, topicsOfGroup } from './topics-of-group';

const of = (group: string, present: readonly string[], groups: readonly string[], elsewhere: readonly string[] = []) =>
  topicsOfGroup(group, present, {
    ...{ topics: new Set([...present, ...elsewhere]), groups: new Set(groups), isWhole: true },
  });

test('retry and dead-letter topics of a group, and no topic of another one', () => {
  const own = ['%DLQ%a', '%RETRY%a', '%RETRY%a+orders', '%RETRY%a_orders'];
  const others = ['orders', '%DLQ%ab', '%RETRY%ab', '%DLQ%b_a', '%RETRY%b_a', '%DLQ%a_orders'];
  expect(of('a', [...others, ...own], ['a', 'ab', 'b'])).toEqual({ own, unsure: [] });
});

test('a retry topic that may be of a longer or a shorter name stays', () => {
  const topic = '%RETRY%a_b_c';
  expect(of('a', [topic], ['a', 'a_b'])).toEqual({ own: [], unsure: [topic] });
  expect(of('a_b', [topic], ['a', 'a_b'])).toEqual({ own: [], unsure: [topic] });
  expect(of('a', [topic], ['a', 'a_b_c'])).toEqual({ own: [], unsure: [topic] });
});

test('the retry topic of 4.x clients stays where it may be that of a shorter name for a topic of any broker', () => {
  const topic = '%RETRY%a_b_c';
  for (const [groups, elsewhere] of [
    [['a', 'a_b_c'], ['b_c']],
    [['a_b', 'a_b_c'], ['c']],
  ] as const)
    expect(of('a_b_c', [topic, '%DLQ%a_b_c'], groups, elsewhere)).toEqual({ own: ['%DLQ%a_b_c'], unsure: [topic] });
  // There is no such topic, or no such group.
  expect(of('a_b_c', [topic], ['a', 'a_b', 'a_b_c'], ['b'])).toEqual({ own: [topic], unsure: [] });
  expect(of('a_b_c', [topic], ['a_b_c'], ['b_c', 'c'])).toEqual({ own: [topic], unsure: [] });
});

test('while a broker is silent every name with "_" is unsure: it may have the other group, or the topic', () => {
  const known = { topics: new Set<string>(), groups: new Set(['a', 'a_b']), isWhole: false };
  const own = ['%DLQ%a', '%RETRY%a', '%RETRY%a+b'];
  expect(topicsOfGroup('a', [...own, '%RETRY%a_b'], known)).toEqual({ own, unsure: ['%RETRY%a_b'] });
  expect(topicsOfGroup('a_b', ['%DLQ%a_b', '%RETRY%a_b'], known)).toEqual({
    ...{ own: ['%DLQ%a_b'], unsure: ['%RETRY%a_b'] },
  });
  expect(namesakesOf('a_b_c', known)).toEqual(['a', 'a_b']);
});
