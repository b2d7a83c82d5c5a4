import { expect, test } from 'vitest';

import { topicsOfGroup } from './topics-of-group';

const at = (topics: readonly string[], groups: readonly string[]) => ({
  topics: new Set(topics),
  groups: new Set(groups),
});

test('retry and dead-letter topics of a group, and no topic of another one', () => {
  const own = ['%DLQ%a', '%RETRY%a', '%RETRY%a+orders', '%RETRY%a_orders'];
  const others = ['orders', '%DLQ%ab', '%RETRY%ab', '%DLQ%b_a', '%RETRY%b_a', '%DLQ%a_orders'];
  expect(topicsOfGroup('a', at([...others, ...own], ['a', 'ab', 'b']))).toEqual({ own, unsure: [] });
});

test('a retry topic that may be of a longer or a shorter name stays', () => {
  const topic = '%RETRY%a_b_c';
  expect(topicsOfGroup('a', at([topic], ['a', 'a_b']))).toEqual({ own: [], unsure: [topic] });
  expect(topicsOfGroup('a_b', at([topic], ['a', 'a_b']))).toEqual({ own: [], unsure: [topic] });
  expect(topicsOfGroup('a', at([topic], ['a', 'a_b_c']))).toEqual({ own: [], unsure: [topic] });
  expect(topicsOfGroup('a_b_c', at([topic], ['a', 'a_b_c']))).toEqual({ own: [topic], unsure: [] });
});
