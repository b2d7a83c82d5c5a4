import { expect, test } from 'vitest';
import { FairTurns, type Lane } from './fair-turns';

/** Work that ends on command; which began, in order. */
function stage(options: { parallel: number; maxWaitingOfLane: number; maxWaiting: number }) {
  const turns = new FairTurns(options);
  const begun: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  const enter = (lane: Lane, what = lane.name) =>
    turns
      .run(lane, () => {
        begun.push(what);
        return new Promise<void>((resolve) => ends.push(resolve));
      })
      .catch(() => void refused.push(what));
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const endAll = async () => {
    while (ends.length > 0) {
      ends.shift()?.();
      await settle();
    }
  };
  return { enter, begun, refused, settle, endAll };
}
const stranger = (name: string): Lane => ({ name, known: false });
const known = (name: string): Lane => ({ name, known: true });

test('a flood from one address makes others wait for one turn, not for the flood', async () => {
  const { enter, begun, refused, settle, endAll } = stage({ parallel: 1, maxWaitingOfLane: 5, maxWaiting: 100 });
  for (let n = 0; n < 150; n += 1) void enter(stranger('flood'));
  void enter(stranger('admin'));
  await settle();
  expect(refused).toEqual(Array.from({ length: 144 }, () => 'flood'));
  await endAll();
  expect(begun.slice(0, 3)).toEqual(['flood', 'flood', 'admin']);
});

test('a flood from everywhere does not refuse a known device, which has every second turn', async () => {
  const { enter, begun, refused, settle, endAll } = stage({ parallel: 1, maxWaitingOfLane: 5, maxWaiting: 50 });
  for (let n = 0; n < 500; n += 1) void enter(stranger(`flood ${n}`), 'flood');
  for (let n = 0; n < 3; n += 1) void enter(known('laptop'));
  await settle();
  expect(refused).toHaveLength(449);
  await endAll();
  expect(begun.slice(0, 6)).toEqual(['flood', 'laptop', 'flood', 'laptop', 'flood', 'laptop']);
});

test('a full house refuses the last of the longest lane, not the newcomer', async () => {
  const { enter, begun, refused, settle, endAll } = stage({ parallel: 1, maxWaitingOfLane: 10, maxWaiting: 20 });
  for (let n = 0; n < 11; n += 1) void enter(stranger('a'));
  for (let n = 0; n < 10; n += 1) void enter(stranger('b'));
  void enter(stranger('c'));
  await settle();
  expect(refused).toHaveLength(1);
  await endAll();
  expect(begun).toContain('c');
  expect(begun).toHaveLength(21);
});

test('a turn ends also when the work fails', async () => {
  const turns = new FairTurns({ parallel: 1, maxWaitingOfLane: 1, maxWaiting: 1 });
  await expect(turns.run(stranger('a'), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await turns.run(stranger('b'), () => Promise.resolve('yes'))).toBe('yes');
});
