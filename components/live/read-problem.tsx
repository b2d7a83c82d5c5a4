'use client';

import { session } from '@/components/session/session-state';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { t } from '@/lib/model/language/t';
import type { ReadError } from './fetch-read';

/** A read that failed, as one of the five nothings. Renders nothing without an error. */
export function ReadProblem({ error, onRetry }: { readonly error: ReadError | null; readonly onRetry: () => void }) {
  if (error === null) return null;
  if (error.kind === 'signed-out') {
    return (
      <EmptyState kind="not-allowed" title={t('Signed out')} action={<SignInAgain />}>
        {error.message}
      </EmptyState>
    );
  }
  if (error.kind === 'forbidden') return <EmptyState kind="not-allowed">{error.message}</EmptyState>;
  return (
    <EmptyState kind="could-not-load" action={<Button onClick={onRetry}>{t('Try again')}</Button>}>
      {error.message} {t('Anything shown below is from the last update.')}
    </EmptyState>
  );
}

/** Null while nothing failed: a table without rows shows then that they are being read. */
export function readProblem({ error, retry }: { readonly error: ReadError | null; readonly retry: () => void }) {
  return error === null ? null : <ReadProblem error={error} onRetry={retry} />;
}

function SignInAgain() {
  return (
    <Button variant="primary" onClick={() => void session.ask()}>
      {t('Sign in')}
    </Button>
  );
}
