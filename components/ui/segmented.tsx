'use client';

import { useId, type ReactNode } from 'react';
import styles from './segmented.module.css';

export interface SegmentOption<V extends string> {
  readonly value: V;
  readonly label: ReactNode;
  /** Struck through and not selectable; say the reason in the field's hint as well. */
  readonly disabledReason?: string | null | undefined;
}

interface SegmentedProps<V extends string> {
  readonly label: string;
  readonly options: readonly SegmentOption<V>[];
  readonly value: V;
  readonly onChange: (value: V) => void;
  /** Set inside a form to submit the value. */
  readonly name?: string;
}

/** A few exclusive choices in view. Native radios, so arrows, forms and screen readers need no code. */
export function Segmented<V extends string>({ label, options, value, onChange, name }: SegmentedProps<V>) {
  const group = useId();
  return (
    <fieldset className={styles.segmented}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.segment} title={option.disabledReason ?? undefined}>
          <input
            type="radio"
            className="visually-hidden"
            name={name ?? group}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabledReason != null}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
