'use client';

import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { t } from '@/lib/model/language/t';

interface PartProblemProps {
  /** What is not known: "The limits". */
  readonly what: string;
  readonly reason: string;
  readonly onRetry: () => void;
}

/** One part of a page that could not be read while others could: it is unknown, and can be read again. */
export function PartProblem({ what, reason, onRetry }: PartProblemProps) {
  return (
    <EmptyState
      kind="could-not-load"
      action={
        <Button size="small" onClick={onRetry} aria-label={t('Try again: {what}', { what })}>
          {' '}
          {t('Try again')}
        </Button>
      }
    >
      {t('{what}: {reason}.', { what, reason })}
    </EmptyState>
  );
}
