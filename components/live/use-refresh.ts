'use client';

import { useRouter } from 'next/navigation';
import { useCallback } from 'react';
import { askWhoIsSignedIn } from '@/components/session/ask-server';

/**
 * Renders the page again on the server, if the server answers: a refresh without an answer makes the browser load the
 * address, and its own page of errors takes the place of this one.
 */
export function useRefresh(): () => Promise<void> {
  const router = useRouter();
  return useCallback(async () => {
    const { kind } = await askWhoIsSignedIn();
    if (kind !== 'unreachable') router.refresh();
  }, [router]);
}
