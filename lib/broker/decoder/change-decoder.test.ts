import { expect, test } from 'vitest';
import { masksOf } from '../../model/masking/masks';
import type { MaskingRule } from '../../model/masking/rule';
import type { BrokerContext } from '../context';
import { mayShowTried, putDecoder, removeDecoder } from './change-decoder';

const RULE: MaskingRule = {
  ...{ name: 'card data', topics: ['orders'], wholeBody: false, paths: ['$.payload.card'], properties: [] },
  ...{ seenFrom: 'admin', shownTo: 'nobody' },
};
/** The store is not there: what is refused is refused before it is asked. */
const ctx = (rules: readonly MaskingRule[]): BrokerContext =>
  ({ masks: masksOf(rules, () => 2) }) as unknown as BrokerContext;
const change = (topic: string) => ({
  ...{ topic, version: 1, reason: '', mayChangeRules: false },
  actor: { kind: 'system', name: 'test' } as const,
});
const base64 = { kind: 'base64', schema: Buffer.from('$.x'), message: null } as const;

test('a person from whom parts are hidden neither sets nor removes the decoder that names them', async () => {
  const refused = { code: 'forbidden', message: expect.stringContaining('ule card data') as string };
  await expect(removeDecoder(ctx([RULE]), change('orders'))).rejects.toMatchObject(refused);
  await expect(putDecoder(ctx([RULE]), { ...change('orders'), ...base64 })).rejects.toMatchObject(refused);
});

test('others reach the store', async () => {
  await expect(removeDecoder(ctx([]), change('orders'))).rejects.toThrow(TypeError);
  await expect(removeDecoder(ctx([RULE]), change('repair'))).rejects.toThrow(TypeError);
  await expect(removeDecoder(ctx([RULE]), { ...change('orders'), mayChangeRules: true })).rejects.toThrow(TypeError);
});

test('a try on a copy goes by the rules of the topic that the message was sent to as well', () => {
  expect(mayShowTried(ctx([RULE]), ['repair'])).toBe(true);
  expect(mayShowTried(ctx([RULE]), ['repair', 'orders'])).toBe(false);
  expect(mayShowTried(ctx([RULE]), ['repair', 'orders (deleted 17)'])).toBe(false);
  expect(mayShowTried(ctx([{ ...RULE, topics: ['%DLQ%*'] }]), ['repair'])).toBe(false);
  expect(mayShowTried(ctx([{ ...RULE, paths: [], properties: ['phone'] }]), ['orders'])).toBe(true);
});
