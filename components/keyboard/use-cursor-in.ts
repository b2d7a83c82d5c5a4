'use client';

import { type RefObject, useSyncExternalStore } from 'react';
import { cursorIn, subscribeCursor } from './list-cursor';

/** The id of the row of this list that is under the cursor; null: none is. */
export function useCursorIn(list: RefObject<Element | null>): string | null {
  return useSyncExternalStore(
    subscribeCursor,
    () => cursorIn(list.current),
    () => null,
  );
}
