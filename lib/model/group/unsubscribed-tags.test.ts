import { expect, test } from 'vitest';

import { unsubscribedTags } from './unsubscribed-tags';

const tags = (expression: string) => ({ kind: 'tags' as const, expression });

test.each([
  ['a tag that no client names', [tags('paid || shipped'), tags('paid')], ['legacy', null]],
  ['every tag is wanted by one of them', [tags('paid'), tags('*')], []],
  ['an SQL filter is about more than tags', [{ kind: 'sql' as const, expression: "region = 'eu'" }], []],
  ['without a consumer no process can say', [], []],
])('%s', (_, subscriptions, expected) => {
  expect(unsubscribedTags(['paid', 'legacy', null], subscriptions)).toEqual(expected);
});
