'use client';

import { Search } from 'lucide-react';
import { useState } from 'react';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { classNames } from '@/components/ui/class-names';
import { Icon } from '@/components/ui/icon';
import { KeyCap } from '@/components/ui/key-cap';
import box from '@/components/ui/search-box.module.css';
import { Palette } from './palette';
import styles from './palette-button.module.css';
import { useRememberedPages } from './recents';

/** Looks like a field, and opens the palette. */
export function PaletteButton({ className }: { readonly className?: string | undefined }) {
  const [open, setOpen] = useState(false);
  useRememberedPages();
  useShortcut('mod+k', () => setOpen(true), 'Find anything');
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={classNames(box.box, styles.button, className)}
        onClick={() => setOpen(true)}
      >
        <Icon of={Search} />
        <span className={styles.words}>Find id, key, group, cause</span>
        <KeyCap keys="⌘K" />
      </button>
      {open ? <Palette onClose={() => setOpen(false)} /> : null}
    </>
  );
}
