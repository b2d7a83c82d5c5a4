'use client';

import { useState } from 'react';
import { useTypedEarly } from '@/components/form/typed-early';
import styles from './filters.module.css';

interface TextFilterProps {
  readonly name: string;
  readonly placeholder: string;
  readonly value: string | undefined;
  readonly wide?: boolean;
  /** The server refuses it; it is said below. */
  readonly invalid?: boolean;
  readonly onChange: (value: string | undefined) => void;
}

/** One condition that is typed: it counts when the field is left, or by Enter. */
export function TextFilter({ name, placeholder, value, wide = false, invalid = false, onChange }: TextFilterProps) {
  const [text, setText] = useState(value ?? '');
  const [known, setKnown] = useState(value);
  // the address changed under us (back button, "Remove filters"): follow it
  if (value !== known) {
    setKnown(value);
    setText(value ?? '');
  }
  const place = useTypedEarly<HTMLInputElement>();
  const take = () => {
    const given = text.trim();
    if (given !== (value ?? '')) onChange(given === '' ? undefined : given);
  };
  return (
    <label className={styles.typed} data-wrong={invalid}>
      <span>{name}</span>
      <input
        ref={place}
        type="text"
        size={wide ? 26 : 12}
        aria-invalid={invalid}
        placeholder={placeholder}
        value={text}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take();
        }}
      />
    </label>
  );
}
