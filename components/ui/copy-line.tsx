'use client';

import type { ComponentProps } from 'react';
import { CopyButton } from './copy-button';
import styles from './copy-line.module.css';

/** A text to be taken away as a whole, with its button. */
export function CopyLine(props: ComponentProps<typeof CopyButton> & { readonly text: string }) {
  return (
    <div className={styles.line}>
      <code>{props.text}</code>
      <CopyButton {...props} />
    </div>
  );
}
