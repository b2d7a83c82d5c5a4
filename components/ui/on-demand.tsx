'use client';

import { useState, type ReactNode } from 'react';
import styles from './on-demand.module.css';
import { type Load, useModule } from './use-module';

interface OnDemandProps<Module> {
  readonly load: Load<Module>;
  /** It is open. */
  readonly isWanted: boolean;
  readonly children: (module: Module) => ReactNode;
}

/**
 * A dialog whose program does not come with the page. While it is loading, an empty dialog holds the keys: what is
 * typed meanwhile starts no shortcut of the page.
 */
export function OnDemand<Module>({ load, isWanted, children }: OnDemandProps<Module>) {
  const part = useModule(load, isWanted);
  if (part !== undefined && part !== 'failed') return children(part);
  if (!isWanted) return null;
  if (part === 'failed') return <NotLoaded />;
  return <div role="dialog" aria-modal="true" aria-busy="true" aria-label="Opening" className="visually-hidden" />;
}

function NotLoaded() {
  return (
    <div role="alert" className={styles.failed}>
      This part of the console could not be loaded. Load the page again.
    </div>
  );
}

interface Waiting {
  readonly onFocus: () => void;
  readonly onBlur: () => void;
}

/** For a button that is replaced when its program is loaded: it keeps the focus. */
export function useKeptFocus(): readonly [boolean, Waiting] {
  const [hasFocus, setFocus] = useState(false);
  return [hasFocus, { onFocus: () => setFocus(true), onBlur: () => setFocus(false) }];
}
