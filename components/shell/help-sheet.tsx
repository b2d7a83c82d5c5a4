'use client';

import { Keyboard } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { Dialog } from '@/components/form/dialog';
import { Icon } from '@/components/ui/icon';
import { KeyCap } from '@/components/ui/key-cap';
import { printKeys } from '@/components/keyboard/keyboard.model';
import { listShortcuts, subscribeShortcuts, type Shortcut } from '@/components/keyboard/shortcut-registry';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { t } from '@/lib/model/language/t';
import styles from './help-sheet.module.css';

const none: readonly Shortcut[] = [];

/** `?`: the keys that work on the page at hand. */
export function HelpSheet() {
  const [open, setOpen] = useState(false);
  const shortcuts = useSyncExternalStore(subscribeShortcuts, listShortcuts, () => none);
  useShortcut('?', () => setOpen(true), t('Show all keys'));
  const listed = new Map(shortcuts.map((shortcut) => [shortcut.keys, shortcut.label]));
  return (
    <>
      <button
        type="button"
        className={styles.trigger}
        onClick={() => setOpen(true)}
        aria-label={t('Keyboard shortcuts')}
        title={t('Keyboard shortcuts')}
      >
        <Icon of={Keyboard} />
      </button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={t('Keys on this page')}
        size="wide"
        description={t(`Shortcuts are off while you type, while a dialog is open,
          and while a required field is empty.`)}
      >
        <dl className={styles.sheet}>
          {[...listed].map(([keys, label]) => (
            <div key={keys}>
              <dt>
                <Keys of={keys} />
              </dt>
              <dd>{label}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </>
  );
}

/** "g d" is two caps. */
function Keys({ of }: { readonly of: string }) {
  const [first = '', second] = printKeys(of).split(' ');
  return (
    <>
      <KeyCap keys={first} />
      {second === undefined ? null : <KeyCap keys={second} />}
    </>
  );
}
