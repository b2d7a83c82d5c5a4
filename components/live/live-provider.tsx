'use client';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { askWhoIsSignedIn } from '@/components/session/ask-server';
import { session } from '@/components/session/session-state';
import { t } from '@/lib/model/language/t';
import { isActive, watchActivity } from './activity';
import { ReadError } from './fetch-read';
import { keepNavigationInside } from './keep-navigation';
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
      state.hint(changes);
    },
    onOpen: () => {
      refetch.markAll();
      state.hint(null);
      void checkSession();
    },
    onSignedOut: () => session.end(),
    onBroken: () => void checkSession(),
  });
  const checkSession = async (active = false) => {
    const presence = await askWhoIsSignedIn(active);
    state.setReachable(presence.kind !== 'unreachable');
    if (presence.kind === 'signed-out') session.end();
    // also when it was another tab of this browser that signed in
    if (presence.kind === 'signed-in') session.meet(presence.account.name);
  };

  const stopAsOf = client.getQueryCache().subscribe((event) => {
    const { queryHash } = event.query;
    if (event.type === 'added') refetch.add(event.query);
    if (event.type === 'removed' || event.type === 'observerRemoved') state.noteRead(queryHash, false);
    if (event.type !== 'updated') return;
    if (event.action.type === 'success') {
      noteAsOf(state, event.action.data);
      state.noteRead(queryHash, false);
      state.setReachable(true);
    }
    if (event.action.type === 'error') {
      state.noteRead(queryHash, event.action.error instanceof ReadError && event.action.error.kind === 'failed');
      noteFailure(state, event.action.error);
    }
  });
  const stopKeeping = keepNavigationInside(state);
  let wasEnded = false;
  const stopSession = session.subscribe(() => {
    const { ended } = session.snapshot();
    if (ended === wasEnded) return;
    wasEnded = ended;
    stream.close();
    if (ended) return state.setBroken();
    stream.open();
    refetch.markAll();
  });

  let poll: ReturnType<typeof setTimeout>;
  const nextPoll = () => {
    const delayMs = state.snapshot().connection === 'open' ? POLL_OPEN_MS : POLL_DOWN_MS;
    poll = setTimeout(() => {
      // held pages read nothing: a person who types for half an hour is active all the same
      if (session.snapshot().ended || (state.isHeld && isActive())) void checkSession(isActive());
      if (!session.snapshot().ended) refetch.markAll();
      nextPoll();
    }, delayMs);
  };

  let releaseHidden: (() => void) | undefined;
  const onVisibility = () => {
    if (document.hidden) {
      releaseHidden ??= state.hold(t('Paused, tab hidden'));
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
    stopKeeping();
    stopState();
    stopSession();
    stopActivity();
    releaseHidden?.();
    refetch.stop();
    stream.close();
  };
}

function noteFailure(state: LiveState, error: unknown): void {
  if (!(error instanceof ReadError)) return;
  if (error.kind === 'signed-out') session.end();
  state.setReachable(error.kind !== 'unreachable');
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
