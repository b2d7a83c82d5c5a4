import { type RefObject, useRef } from 'react';
import { useShortcut } from '@/components/keyboard/use-shortcut';

/**
 * `j` and `k` move the focus along the links of a list that are marked with data-row; Enter then opens by itself. The
 * first `j` goes to the first one.
 */
export function useListCursor<List extends HTMLElement>(enabled: boolean): RefObject<List | null> {
  const list = useRef<List>(null);
  const move = (step: number) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const at = rows.findIndex((row) => row === document.activeElement);
    const next = at < 0 ? (step > 0 ? 0 : rows.length - 1) : Math.max(0, Math.min(rows.length - 1, at + step));
    rows[next]?.focus();
  };
  useShortcut('j', () => move(1), 'Next problem', enabled);
  useShortcut('k', () => move(-1), 'Previous problem', enabled);
  return list;
}
