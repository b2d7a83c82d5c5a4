import { t } from '@/lib/model/language/t';

/** How far it is, and what that means for the name. */
export function deletionSays({ removed, counted }: Readonly<Record<'removed' | 'counted', number>>): string {
  return removed < counted
    ? t(
        `Its data is being removed in the background: {removed, number} of at least {counted, number} rows so far.
        The name can be used again.`,
        { removed, counted },
      )
    : t('Its data is being removed in the background: {removed, number} rows so far. The name can be used again.', {
        removed,
      });
}
