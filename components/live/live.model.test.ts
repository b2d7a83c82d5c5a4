import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { concerns } from '@/lib/model/live-change';
import { isFirst } from './fetch-read';
import { describeLive } from './live-indicator.model';
import { parseChanges, parseNow } from './live-message.model';
import { LiveRefetch } from './live-refetch';
import { LiveState } from './live-state';

afterEach(() => {
  vi.useRealTimers();
});

describe('interest', () => {
  it('matches by kind, and by id only where both sides name one', () => {
    const message = { kinds: ['message'], messageId: 'A' } as const;
    expect(concerns(message, { kind: 'message', messageId: 'A' })).toBe(true);
    expect(concerns(message, { kind: 'message', messageId: 'B' })).toBe(false);
    expect(concerns(message, { kind: 'message' })).toBe(true);
    expect(concerns(message, { kind: 'group', messageId: 'A' })).toBe(false);
    expect(concerns({ kinds: ['message'] }, { kind: 'message', messageId: 'B' })).toBe(true);
  });
});

describe('stream messages', () => {
  it('takes changes of known kinds and nothing else', () => {
    expect(parseChanges('[{"kind":"message","messageId":"A"},{"kind":"evil"},null,7]')).toEqual([
      { kind: 'message', messageId: 'A' },
    ]);
    expect(parseChanges('not json')).toEqual([]);
    expect(parseChanges(undefined)).toEqual([]);
    expect(parseNow('{"now":"2026-11-21T03:24:10Z"}')).toBe('2026-11-21T03:24:10Z');
    expect(parseNow('{"now":7}')).toBeNull();
  });
});

describe('brake', () => {
  it('names the newest reason and lets go in any order', () => {
    const state = new LiveState();
    const dialog = state.hold('Paused, dialog open');
    const selection = state.hold('Paused, 3 selected');
    expect(state.snapshot().held).toBe('Paused, 3 selected');
    dialog();
    state.addWaiting(2);
    expect(describeLive(state.snapshot())).toMatchObject({
      text: 'Paused, 3 selected',
      waiting: '2 new',
      tone: 'held',
    });
    selection();
    expect(state.snapshot()).toMatchObject({ held: null, waiting: 0 });
    state.setPausedByHand(true);
    expect(state.isHeld).toBe(true);
  });

  it('never turns the as-of time back', () => {
    const state = new LiveState();
    state.setAsOf('2026-11-21T03:24:10Z');
    state.setAsOf('2026-11-21T03:24:05Z');
    expect(state.snapshot().asOf).toBe('2026-11-21T03:24:10Z');
  });
});

describe('connection', () => {
  it('is said before what holds the page', () => {
    const state = new LiveState();
    state.setConnection('open');
    state.hold('Paused while editing');
    expect(describeLive(state.snapshot()).text).toBe('Paused while editing');
    expect(describeLive(state.snapshot(), true)).toMatchObject({ text: 'Signed out', tone: 'down' });
    state.setReachable(false);
    expect(describeLive(state.snapshot())).toMatchObject({ text: 'Disconnected', tone: 'down' });
  });

  it('is never live while something on the page could not be read', () => {
    const state = new LiveState();
    state.setConnection('open');
    state.noteRead('one', true);
    state.noteRead('two', true);
    expect(describeLive(state.snapshot())).toMatchObject({ text: 'Not up to date', tone: 'down' });
    state.noteRead('one', false);
    expect(describeLive(state.snapshot()).tone).toBe('down');
    state.noteRead('two', false);
    expect(describeLive(state.snapshot())).toMatchObject({ text: 'Live', tone: 'moving' });
  });

  it('is gone until something answers, and a broken stream alone is no more than that', () => {
    const state = new LiveState();
    state.setConnection('open');
    state.setBroken();
    expect(state.snapshot().connection).toBe('down');
    state.setReachable(false);
    state.setBroken();
    expect(state.snapshot().connection).toBe('unreachable');
    state.setReachable(true);
    expect(state.snapshot().connection).toBe('down');
  });
});

describe('refetch', () => {
  function watch(held: () => boolean) {
    vi.useFakeTimers();
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    const answers: (() => void)[] = [];
    let asked = 0;
    const observer = new QueryObserver(client, {
      queryKey: ['timeline'],
      queryFn: () => {
        asked += 1;
        return new Promise((resolve) => answers.push(() => resolve(asked)));
      },
      meta: { live: { kinds: ['message'], messageId: 'A' } },
      staleTime: Infinity,
    });
    const leave = observer.subscribe(() => undefined);
    return { refetch: new LiveRefetch(client, held), answers, asked: () => asked, leave };
  }

  it('serves a hint that lands in mid-flight after the flight', async () => {
    const { refetch, answers, asked, leave } = watch(() => false);
    refetch.mark([{ kind: 'message', messageId: 'A' }]);
    await vi.advanceTimersByTimeAsync(600);
    expect(asked()).toBe(1);
    answers[0]?.();
    await vi.advanceTimersByTimeAsync(600);
    expect(asked()).toBe(2);
    answers[1]?.();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(asked()).toBe(2);
    refetch.stop();
    leave();
  });

  it('reads nothing while held and catches up afterwards', async () => {
    let held = true;
    const { refetch, answers, asked, leave } = watch(() => held);
    answers[0]?.();
    await vi.advanceTimersByTimeAsync(1);
    refetch.mark([
      { kind: 'message', messageId: 'A' },
      { kind: 'message', messageId: 'B' },
    ]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(asked()).toBe(1);
    held = false;
    refetch.release();
    await vi.advanceTimersByTimeAsync(600);
    expect(asked()).toBe(2);
    refetch.stop();
    leave();
  });

  it('reads nothing when it is held after a hint and before its refetch, and catches up afterwards', async () => {
    let held = false;
    const { refetch, answers, asked, leave } = watch(() => held);
    answers[0]?.();
    await vi.advanceTimersByTimeAsync(1);
    refetch.mark([{ kind: 'message', messageId: 'A' }]);
    await vi.advanceTimersByTimeAsync(100);
    held = true;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(asked()).toBe(1);
    held = false;
    refetch.release();
    await vi.advanceTimersByTimeAsync(600);
    expect(asked()).toBe(2);
    refetch.stop();
    leave();
  });

  it('reads what the server rendered before a hint of a moment ago, and nothing that the hint is not about', async () => {
    const { refetch, leave } = watch(() => false);
    const read: string[] = [];
    const show = (messageId: string) => {
      const client = new QueryClient();
      const observer = new QueryObserver(client, {
        queryKey: ['shown', messageId],
        queryFn: () => read.push(messageId),
        initialData: 0,
        meta: { live: { kinds: ['message'], messageId } },
        staleTime: Infinity,
      });
      const live = new LiveRefetch(client, () => false);
      live.mark([{ kind: 'message', messageId: 'A' }]);
      const stop = client.getQueryCache().subscribe((event) => {
        if (event.type === 'added') live.add(event.query);
      });
      for (const query of client.getQueryCache().getAll()) live.add(query);
      const end = observer.subscribe(() => undefined);
      return () => {
        stop();
        end();
        live.stop();
      };
    };
    const stops = [show('A'), show('B')];
    await vi.advanceTimersByTimeAsync(600);
    expect(read).toEqual(['A']);
    for (const stop of stops) stop();
    refetch.stop();
    leave();
  });
});

describe('a read that a person waits for', () => {
  const readTwice = async (answer: () => Promise<string>): Promise<boolean[]> => {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    const asked: boolean[] = [];
    const queryKey = ['read', 'overview'];
    const queryFn = (): Promise<string> => {
      asked.push(isFirst(client.getQueryState(queryKey)));
      return answer();
    };
    for (let each = 0; each < 2; each += 1) await client.fetchQuery({ queryKey, queryFn }).catch(() => null);
    return asked;
  };

  it('is the first one, and none after an answer or a failure', async () => {
    expect(await readTwice(() => Promise.resolve('there'))).toEqual([true, false]);
    expect(await readTwice(() => Promise.reject(new Error('failed')))).toEqual([true, false]);
  });
});
