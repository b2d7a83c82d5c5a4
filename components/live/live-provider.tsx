'use client';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { watchActivity } from './activity';
import { LiveRefetch } from './live-refetch';
import { LiveState, type LiveSnapshot } from './live-state';
import { LiveStream } from './live-stream';

/** How often everything on screen is read again: quickly without the stream, slowly with it (hints may be lost). */
const POLL_DOWN_MS = 5_000;
const POLL_OPEN_MS = 15_000;

const LiveContext = createContext<LiveState | null>(null);

/** React Query plus the tab's one live stream. Sits once, in the console layout. */
export function LiveProvider({ children }: { readonly children: ReactNode }) {
  const [client] = useState(createQueryClient);
  const [state] = useState(() => new LiveState());

  useEffect(() => connect(client, state), [client, state]);

  return (
    <QueryClientProvider client={client}>
      <LiveContext value={state}>{children}</LiveContext>
    </QueryClientProvider>
  );
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // refreshing is the live stream's decision alone, so that the brake holds everything
      queries: { staleTime: 2_000, retry: 1, refetchOnWindowFocus: false, refetchOnReconnect: false },
    },
  });
}

function connect(client: QueryClient, state: LiveState): () => void {
  const refetch = new LiveRefetch(client, () => state.isHeld);
  const stream = new LiveStream('/api/live', state, {
    onChanges: (changes) => {
      if (state.isHeld) state.addWaiting(changes.length);
      refetch.mark(changes);
    },
    onOpen: () => refetch.markAll(),
    onSignedOut: () => location.assign(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`),
  });

  const stopAsOf = client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') noteAsOf(state, event.action.data);
  });

  let poll: ReturnType<typeof setTimeout>;
  const nextPoll = () => {
    const delayMs = state.snapshot().connection === 'open' ? POLL_OPEN_MS : POLL_DOWN_MS;
    poll = setTimeout(() => {
      refetch.markAll();
      nextPoll();
    }, delayMs);
  };

  let releaseHidden: (() => void) | undefined;
  const onVisibility = () => {
    if (document.hidden) {
      releaseHidden ??= state.hold('Paused, tab hidden');
      stream.close();
    } else {
      releaseHidden?.();
      releaseHidden = undefined;
      stream.open();
    }
  };

  const stopActivity = watchActivity();
  const stopState = state.subscribe(() => refetch.release());
  document.addEventListener('visibilitychange', onVisibility);
  onVisibility();
  nextPoll();

  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    clearTimeout(poll);
    stopAsOf();
    stopState();
    stopActivity();
    releaseHidden?.();
    refetch.stop();
    stream.close();
  };
}

function noteAsOf(state: LiveState, data: unknown): void {
  if (typeof data === 'object' && data !== null && 'asOf' in data && typeof data.asOf === 'string')
    state.setAsOf(data.asOf);
}

export function useLiveState(): LiveState {
  const state = useContext(LiveContext);
  if (state === null) throw new Error('useLiveState needs LiveProvider above it');
  return state;
}

export function useLiveSnapshot(): LiveSnapshot {
  const state = useLiveState();
  return useSyncExternalStore(state.subscribe, state.snapshot, state.snapshot);
}

/**
 * Holds the page still while `active`: dialogs, editors, selections. The reason is shown in the top bar.
 * Outside LiveProvider (sign-in) it does nothing.
 */
export function useBrake(active: boolean, reason: string): void {
  const state = useContext(LiveContext);
  useEffect(() => (active && state !== null ? state.hold(reason) : undefined), [active, reason, state]);
}
