'use client';

import styles from './dead-letters.module.css';

interface TextFilterProps {
  readonly name: string;
  readonly placeholder: string;
  readonly value: string | undefined;
  readonly wide?: boolean;
  /** What the server says about it. */
  readonly error: string | null;
  readonly onChange: (value: string | undefined) => void;
}

/** One condition that is typed: it counts when the field is left, or by Enter. */
export function TextFilter({ name, placeholder, value, wide = false, error, onChange }: TextFilterProps) {
  const take = (given: string) => {
    if (given.trim() !== (value ?? '')) onChange(given.trim() === '' ? undefined : given.trim());
  };
  return (
    <label className={styles.moment} data-wrong={error !== null} title={error ?? undefined}>
      <span>{name}</span>
      <input
        key={value}
        type="text"
        size={wide ? 26 : 12}
        aria-invalid={error !== null}
        placeholder={placeholder}
        defaultValue={value}
        spellCheck={false}
        autoComplete="off"
        onBlur={({ target }) => take(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take(event.currentTarget.value);
        }}
      />
    </label>
  );
}
