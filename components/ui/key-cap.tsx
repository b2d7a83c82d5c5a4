'use client';

import { useSyncExternalStore } from 'react';
import styles from './key-cap.module.css';

/** A key as printed on the keyboard at hand: "⌘↵" on a Mac, "Ctrl ↵" elsewhere. */
export function KeyCap({ keys }: { readonly keys: string }) {
  const mac = useSyncExternalStore(subscribeToNothing, isMac, isUnknown);
  return <kbd className={styles.key}>{mac ? keys : keys.replace('⌘', 'Ctrl ')}</kbd>;
}

const subscribeToNothing = () => () => undefined;
const isMac = () => /^(Mac|iP)/.test(navigator.platform);
const isUnknown = () => false;
