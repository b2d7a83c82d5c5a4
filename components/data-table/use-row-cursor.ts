'use client';

import { useEffect, useState, type RefObject } from 'react';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import type { Selection } from './use-selection';

interface RowCursorOptions {
  readonly body: RefObject<HTMLTableSectionElement | null>;
  readonly order: readonly string[];
  readonly selection: Selection | undefined;
  readonly open: (index: number) => void;
  readonly enabled: boolean;
  readonly openLabel: string | undefined;
  /** The row that is shown beside the table is the one under the cursor. */
  readonly shownId?: string | undefined;
  readonly onMove?: (index: number) => void;
}

/** The row that j and k move. It follows its row when the table refreshes, and is -1 until a key is pressed. */
export function useRowCursor({
  body,
  order,
  selection,
  open,
  enabled,
  openLabel = 'Open row',
  shownId,
  onMove,
}: RowCursorOptions): number {
  const [movedId, setCurrentId] = useState<string | null>(null);
  const currentId = shownId ?? movedId;
  const index = currentId === null ? -1 : order.indexOf(currentId);
  const any = enabled && order.length > 0;
  const selectable = any && selection !== undefined;

  const move = (step: number) => {
    const target = Math.max(0, Math.min(order.length - 1, index < 0 && step < 0 ? order.length - 1 : index + step));
    setCurrentId(order[target] ?? null);
    onMove?.(target);
  };
  const toggle = (range: boolean) => {
    if (currentId === null || index < 0) return;
    if (range) selection?.range(currentId, order);
    else selection?.toggle(currentId);
  };

  useShortcut('j', () => move(1), 'Next row', any);
  useShortcut('k', () => move(-1), 'Previous row', any);
  useShortcut('x', () => toggle(false), 'Select row', selectable);
  useShortcut('shift+x', () => toggle(true), 'Select up to row', selectable);
  useShortcut('escape', () => selection?.clear(), 'Clear selection', selectable && selection.scope !== 'none');
  useShortcut('enter', () => open(index), openLabel, enabled && index >= 0);

  useEffect(() => {
    if (index >= 0) body.current?.rows[index]?.scrollIntoView({ block: 'nearest' });
  }, [body, index]);

  return index;
}
