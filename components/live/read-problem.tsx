'use client';

import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import type { ReadError } from './fetch-read';

/** A read that failed, as one of the five nothings. Renders nothing without an error. */
export function ReadProblem({ error, onRetry }: { readonly error: ReadError | null; readonly onRetry: () => void }) {
  if (error === null) return null;
  if (error.kind === 'forbidden') return <EmptyState kind="not-allowed">{error.message}</EmptyState>;
  return (
    <EmptyState kind="could-not-ask" action={<Button onClick={onRetry}>Ask again</Button>}>
      {error.message} What is shown below, if anything, is from before.
    </EmptyState>
  );
}
