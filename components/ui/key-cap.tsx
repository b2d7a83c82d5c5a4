'use client';

import { useSyncExternalStore } from 'react';
import styles from './key-cap.module.css';

interface KeyCapProps {
  readonly keys: string;
  /** Its control says it to assistive technology (aria-keyshortcuts): it is no part of its name. */
  readonly isDrawn?: boolean;
}

/** "⌘↵" as aria-keyshortcuts has it. */
export function ariaKeys(keys: string | undefined): string | undefined {
  return keys?.replace('⌘', 'Control+').replace('⇧', 'Shift+').replace('↵', 'Enter').replace('Esc', 'Escape');
}

/** A key as printed on the keyboard at hand: "⌘↵" on a Mac, "Ctrl ↵" elsewhere. */
export function KeyCap({ keys, isDrawn = false }: KeyCapProps) {
  const mac = useSyncExternalStore(subscribeToNothing, isMac, isUnknown);
  return (
    <kbd className={styles.key} aria-hidden={isDrawn ? true : undefined}>
      {mac ? keys : keys.replace('⌘', 'Ctrl ')}
    </kbd>
  );
}

const subscribeToNothing = () => () => undefined;
const isMac = () => /^(Mac|iP)/.test(navigator.platform);
const isUnknown = () => false;
