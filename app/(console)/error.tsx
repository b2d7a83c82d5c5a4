'use client';

import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';

/** The digest is the id under which the server logged it; nothing else about the error reaches the browser. */
export default function ConsoleError({
  error,
  reset,
}: {
  readonly error: Error & { digest?: string };
  readonly reset: () => void;
}) {
  return (
    <div className="panel">
      <EmptyState
        asPage
        kind="could-not-ask"
        title="This page could not be shown"
        action={<Button onClick={reset}>Try again</Button>}
      >
        The server failed to answer. What you see elsewhere may be out of date.
        {error.digest === undefined ? null : ` Error id ${error.digest}.`}
      </EmptyState>
    </div>
  );
}
