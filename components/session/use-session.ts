'use client';

import { useSyncExternalStore } from 'react';
import { session, type SessionSnapshot } from './session-state';

export function useSession(): SessionSnapshot {
  return useSyncExternalStore(session.subscribe, session.snapshot, session.serverSnapshot);
}
