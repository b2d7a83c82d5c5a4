import { describe, expect, it, vi } from 'vitest';
import { LiveHub } from './hub';
import { Outbox } from './outbox';

describe('live hub', () => {
  it('subscribes once for all tabs and leaves with the last', () => {
    const listeners = new Set<(change: { kind: 'group' }) => void>();
    const subscribe = vi.fn<(listener: (change: { kind: 'group' }) => void) => () => void>((listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    });
    const hub = new LiveHub({ subscribe });
    const seen = [vi.fn<() => void>(), vi.fn<() => void>()];
    const leave = seen.map((listener) => hub.join(listener));
    for (const listener of listeners) listener({ kind: 'group' });
    expect(subscribe).toHaveBeenCalledTimes(1);
    for (const listener of seen) expect(listener).toHaveBeenCalledTimes(1);
    for (const stop of leave) stop();
    expect(listeners.size).toBe(0);
  });

  it('bounds what it keeps for a slow tab', () => {
    const outbox = new Outbox();
    for (let n = 0; n < 10_000; n += 1) outbox.add({ kind: 'message', messageId: String(n) });
    const taken = outbox.take();
    expect(taken.length).toBeLessThan(310);
    expect(taken).toContainEqual({ kind: 'message' });
    expect(outbox.isEmpty).toBe(true);
  });

  it('sends a repeated change once', () => {
    const outbox = new Outbox();
    for (let n = 0; n < 5; n += 1) outbox.add({ kind: 'message', messageId: 'A', group: 'g' });
    expect(outbox.take()).toHaveLength(1);
  });
});
