import { t } from '@/lib/model/language/t';

interface Asked {
  /** null: not asked for. */
  readonly reason: string | null;
  readonly typed: { readonly given: string; readonly expected: string } | null;
}

/** The sentence that keeps the confirm button off, or null when all that was asked for is there. */
export function missingFrom({ reason, typed }: Asked): string | null {
  const noReason = reason !== null && reason.trim() === '';
  const noTyped = typed !== null && typed.given.trim() !== typed.expected;
  if (noReason && noTyped) return t('Enter a reason, and type {expected}', { expected: typed.expected });
  if (noReason) return t('Enter a reason');
  return noTyped ? t('Type {expected} to confirm', { expected: typed.expected }) : null;
}
