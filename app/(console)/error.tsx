'use client';

import { t } from '@/lib/model/language/t';
import { useState } from 'react';
import { askWhoIsSignedIn } from '@/components/session/ask-server';
import { browserSaid, failedBy } from '@/components/ui/failed-by.model';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';

/** The digest is the id under which the server logged it; an error without one is not the server's. */
export default function ConsoleError({ error }: { readonly error: Error & { digest?: string } }) {
  const [silent, setSilent] = useState(false);
  const [pending, setPending] = useState(false);
  // What failed is the page as it stands: it is loaded again, and only from a server that answers.
  const again = async () => {
    setPending(true);
    const { kind } = await askWhoIsSignedIn();
    setPending(false);
    if (kind === 'unreachable') setSilent(true);
    else location.reload();
  };
  return (
    <div className="panel">
      <EmptyState
        asPage
        kind="could-not-load"
        title={t('This page could not be shown')}
        action={
          <Button pending={pending} onClick={() => void again()}>
            {t('Try again')}
          </Button>
        }
      >
        {silent ? t('The server is still not responding.') : whatFailed(error)}
      </EmptyState>
    </div>
  );
}

function whatFailed(error: Error & { digest?: string }): string {
  switch (failedBy(error)) {
    case 'server':
      return t('The server failed to respond. What you see elsewhere may be out of date. Error id {id}.', {
        id: error.digest ?? '',
      });
    case 'connection':
      return t('The server did not respond. What you see elsewhere may be out of date.');
    case 'browser':
      return t('Your browser failed to show this page ({problem}). The server did respond.', {
        problem: browserSaid(error),
      });
  }
}
