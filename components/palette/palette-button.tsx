'use client';

import { Search } from 'lucide-react';
import { useState } from 'react';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { classNames } from '@/components/ui/class-names';
import { Icon } from '@/components/ui/icon';
import { KeyCap } from '@/components/ui/key-cap';
import { OnDemand } from '@/components/ui/on-demand';
import box from '@/components/filters/search-box.module.css';
import { t } from '@/lib/model/language/t';
import styles from './palette-button.module.css';
import { useRememberedPages } from './recents';

interface PaletteButtonProps {
  readonly className?: string | undefined;
  /** It finds what this attached cluster has; null: what this installation has. */
  readonly workspace: string | null;
}

const loadPalette = () => import('./palette');

/** Looks like a field, and opens the palette. */
export function PaletteButton({ className, workspace }: PaletteButtonProps) {
  const [open, setOpen] = useState(false);
  useRememberedPages();
  useShortcut('mod+k', () => setOpen(true), t('Find anything'));
  const words = workspace === null ? t('Find id, key, group, cause') : t('Find in {workspace}', { workspace });
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        title={words}
        className={classNames(box.box, styles.button, className)}
        onClick={() => setOpen(true)}
      >
        <Icon of={Search} />
        <span className={styles.words}>{words}</span>
        <KeyCap keys="⌘K" />
      </button>
      <OnDemand load={loadPalette} isWanted={open} onCancel={() => setOpen(false)}>
        {({ Palette }) => (open ? <Palette workspace={workspace} onClose={() => setOpen(false)} /> : null)}
      </OnDemand>
    </>
  );
}
