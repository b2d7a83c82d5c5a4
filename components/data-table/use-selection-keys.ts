'use client';

import { t } from '@/lib/model/language/t';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import type { Selection } from './use-selection';

/** x, shift range and Esc. `current`: the row under the cursor. */
export function useSelectionKeys(
  selection: Selection | undefined,
  order: readonly string[],
  current: string | null,
): void {
  const selectable = selection !== undefined && current !== null;
  useShortcut('x', () => (current === null ? undefined : selection?.toggle(current)), t('Select row'), selectable);
  useShortcut(
    'shift+x',
    () => (current === null ? undefined : selection?.range(current, order)),
    t('Select up to row'),
    selectable,
  );
  useShortcut('escape', () => selection?.clear(), t('Clear selection'), (selection?.scope ?? 'none') !== 'none');
}
