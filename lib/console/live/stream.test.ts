import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveChange } from '../../model/live-change';
import { releaseRuntime } from '../../runtime/singleton';
import { standInRuntime } from '../../testing/stand-in-runtime';
import { openLiveStream, type ReaderNow } from './stream';

const onEnd = vi.fn<() => void>();
const listeners = new Set<(change: LiveChange) => void>();
const source = {
  subscribe: (listener: (change: LiveChange) => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
/** It says the time at once, so a test moves on by its timers alone. */
const now = new Date('2026-11-21T03:24:10.000Z');
let leave = (): void => undefined;

beforeEach(() => {
  const store = { console: { query: () => Promise.resolve({ rows: [{ now }] }) } };
  leave = standInRuntime({ ctx: { changes: source }, store });
  onEnd.mockClear();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  leave();
});

function emit(change: LiveChange): void {
  for (const listener of listeners) listener(change);
}

function open(readerNow: () => Promise<ReaderNow> = () => Promise.resolve('as-before')) {
  const abort = new AbortController();
  const reader = openLiveStream({ signal: abort.signal, readerNow, onEnd }).getReader();
  const next = async () => {
    const { value, done } = await reader.read();
    return done ? 'end' : new TextDecoder().decode(value);
  };
  return { abort, reader, next };
}

describe('the live stream', () => {
  it('says hello, then ids, each once', async () => {
    const { next, abort } = open();
    expect(await next()).toBe('event: hello\ndata: {"now":"2026-11-21T03:24:10.000Z"}\n\n');
    emit({ kind: 'message', messageId: 'A' });
    emit({ kind: 'message', messageId: 'A' });
    await vi.advanceTimersByTimeAsync(150);
    expect(await next()).toBe('event: change\ndata: [{"kind":"message","messageId":"A"}]\n\n');
    abort.abort();
    expect(await next()).toBe('end');
  });

  it('says less often what changed, the more pages are open; the first change after a quiet time at once', async () => {
    const said: string[] = [];
    const pages = Array.from({ length: 20 }, () => open());
    for (const { next } of pages) await next();
    const listen = async (): Promise<void> => {
      for (;;) {
        const text = (await pages[0]?.next()) ?? 'end';
        if (text === 'end') return;
        said.push(...Array.from(text.matchAll(/"messageId":"(\w)"/g), ([, id = '']) => id));
      }
    };
    void listen();
    emit({ kind: 'message', messageId: 'A' });
    await vi.advanceTimersByTimeAsync(150);
    expect(said).toEqual(['A']);
    emit({ kind: 'message', messageId: 'B' });
    emit({ kind: 'message', messageId: 'C' });
    await vi.advanceTimersByTimeAsync(600);
    expect(said, '20 pages: every 800 ms').toEqual(['A']);
    await vi.advanceTimersByTimeAsync(300);
    expect(said).toEqual(['A', 'B', 'C']);
    for (const { abort } of pages) abort.abort();
  });

  it('beats while nothing happens', async () => {
    const { next, abort } = open();
    await next();
    await vi.advanceTimersByTimeAsync(10_200);
    expect(await next()).toContain('event: beat');
    abort.abort();
  });

  it.each([3_600_000, -3_600_000])('beats when it is due though the clock jumps by %s ms', async (jumpMs) => {
    const { next, abort } = open();
    await next();
    vi.setSystemTime(Date.now() + jumpMs);
    let beats = 0;
    const beat = next().then(() => (beats += 1));
    await vi.advanceTimersByTimeAsync(9_000);
    expect(beats).toBe(0);
    await vi.advanceTimersByTimeAsync(1_200);
    await beat;
    abort.abort();
  });

  it('sends no id once the session has ended', async () => {
    let reader: ReaderNow = 'as-before';
    const { next } = open(() => Promise.resolve(reader));
    await next();
    await vi.advanceTimersByTimeAsync(1_100);
    reader = 'signed-out';
    emit({ kind: 'group', group: 'orders' });
    await vi.advanceTimersByTimeAsync(200);
    expect(await next()).toBe('event: signed-out\ndata: {}\n\n');
    expect(await next()).toBe('end');
  });

  it('ends without a word, and without the id, once the reader has other rights: they are still signed in', async () => {
    let reader: ReaderNow = 'as-before';
    const { next } = open(() => Promise.resolve(reader));
    await next();
    await vi.advanceTimersByTimeAsync(1_100);
    reader = 'other-rights';
    emit({ kind: 'group', group: 'orders' });
    await vi.advanceTimersByTimeAsync(200);
    expect(await next()).toBe('end');
  });

  it('lets go of the broker and of its timer when the browser leaves', async () => {
    const { next, reader } = open();
    await next();
    expect(listeners.size).toBe(1);
    await reader.cancel();
    expect(listeners.size).toBe(0);
    expect(onEnd).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends when the runtime stops', async () => {
    const { next } = open();
    await next();
    releaseRuntime();
    await vi.advanceTimersByTimeAsync(200);
    expect(await next()).toBe('end');
    expect(listeners.size).toBe(0);
  });
});
