'use client';

import { useEffect, useRef } from 'react';
import styles from './data-table.module.css';

interface CheckMarkProps {
  readonly mark: 'all' | 'some' | 'none';
  readonly label: string;
  readonly locked?: boolean;
  readonly onToggle: (range: boolean) => void;
}

/** Native checkbox with the mixed state; shift-click reports a range. */
export function CheckMark({ mark, label, locked = false, onToggle }: CheckMarkProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current !== null) input.current.indeterminate = mark === 'some';
  }, [mark]);
  return (
    <label className={styles.checkHit} title={locked ? label : undefined}>
      <input
        ref={input}
        type="checkbox"
        aria-label={label}
        checked={mark === 'all'}
        disabled={locked}
        onChange={(event) => onToggle(event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
      />
    </label>
  );
}
