import 'server-only';
import type { LiveChange } from '../../model/live-change';
import { findRuntime, getRuntime } from '../../runtime/singleton';
import { databaseNow } from '../../engine';
import { hubOf } from './hub';
import { Outbox } from './outbox';

const FLUSH_MS = 100;
/** What one page reads again costs all others: the more are open, the less often each hears what changed. */
const MS_PER_STREAM = 40;
const LONGEST_PACE_MS = 2_000;
const BEAT_MS = 10_000;
/** No id leaves for a session that ended, or for a right that was lost, longer ago than this. */
const RECHECK_MS = 1_000;

/** The rights of the reader, compared with those of when the stream was opened. */
export type ReaderNow = 'as-before' | 'other-rights' | 'signed-out';

interface StreamOptions {
  /** Of a change, what this reader may know; null: nothing. */
  readonly shown?: (change: LiveChange) => LiveChange | null;
  readonly signal: AbortSignal;
  /** Asks the database whether this reader may still read, and the same. */
  readonly readerNow: () => Promise<ReaderNow>;
  /** Once, however it ends. */
  readonly onEnd: () => void;
}

/**
 * Server-sent events: hello, beat (both with the server's time), change (ids), signed-out. With other rights it just
 * ends: the browser comes back by itself, gets a stream of those, and reads its pages again.
 */
export function openLiveStream({
  signal,
  readerNow,
  onEnd,
  shown = (change) => change,
}: StreamOptions): ReadableStream<Uint8Array> {
  const { ctx, store } = getRuntime();
  const encoder = new TextEncoder();
  const outbox = new Outbox();
  const hub = hubOf(ctx.changes);
  const paceMs = (): number => Math.min(LONGEST_PACE_MS, hub.size * MS_PER_STREAM);
  let stop = (): void => undefined;

  return new ReadableStream<Uint8Array>({
    start: async (controller) => {
      let checkedAt = performance.now();
      let beatAt = performance.now();
      let saidAt = Number.NEGATIVE_INFINITY;
      let busy = false;
      let open = true;
      const send = (event: string, data: unknown) => {
        if (open) controller.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
      };
      const leave = hub.join((change) => {
        const known = shown(change);
        if (known !== null) outbox.add(known);
      });
      stop = () => {
        if (!open) return;
        open = false;
        clearInterval(timer);
        leave();
        onEnd();
        signal.removeEventListener('abort', stop);
        try {
          controller.close();
        } catch {
          // the browser went first
        }
      };
      const step = async () => {
        const now = performance.now();
        const beatDue = now - beatAt >= BEAT_MS;
        // a full buffer: the tab is slow, keep collecting instead of queueing
        const isHeard = (controller.desiredSize ?? 0) > -50;
        const changesDue = !outbox.isEmpty && isHeard && now - saidAt >= paceMs();
        if (!beatDue && !changesDue) return;
        if (now - checkedAt >= RECHECK_MS) {
          checkedAt = now;
          const reader = await readerNow();
          if (reader === 'signed-out') send('signed-out', {});
          if (reader !== 'as-before') return stop();
        }
        if (changesDue) {
          saidAt = now;
          send('change', outbox.take());
        }
        if (beatDue) {
          beatAt = now;
          send('beat', { now: await databaseNow(store.console) });
        }
      };
      const timer = setInterval(() => {
        // the runtime is going down: let go of the connection, the browser comes back by itself
        if (findRuntime() === undefined) return stop();
        if (busy) return;
        busy = true;
        step()
          .catch(stop)
          .finally(() => {
            busy = false;
          });
      }, FLUSH_MS);
      timer.unref();
      signal.addEventListener('abort', stop);
      if (signal.aborted) return stop();
      send('hello', { now: await databaseNow(store.console) });
    },
    cancel: () => stop(),
  });
}
