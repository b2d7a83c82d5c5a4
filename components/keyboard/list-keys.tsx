'use client';

import { useEffect, useState } from 'react';
import { t } from '@/lib/model/language/t';
import { followFocus, moveCursor, moveToList } from './list-cursor';
import { useShortcut } from './use-shortcut';

const ROW = '#main [data-row]';

/** j and k on every list of every page. They are listed in `?` where there is a list. */
export function ListKeys() {
  const [any, setAny] = useState(false);
  useEffect(() => {
    const onFocus = (event: FocusEvent) => followFocus(event.target);
    document.addEventListener('focusin', onFocus);
    // rows come and go with every read; only whether there is one counts
    const look = () => setAny(document.querySelector(ROW) !== null);
    look();
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', onFocus);
      observer.disconnect();
    };
  }, []);
  useShortcut('j', () => moveCursor(1), t('Next row'), any);
  useShortcut('k', () => moveCursor(-1), t('Previous row'), any);
  useShortcut('shift+j', () => moveToList(1), t('Next list of the page'), any);
  useShortcut('shift+k', () => moveToList(-1), t('Top of the list, then the previous list'), any);
  return null;
}
