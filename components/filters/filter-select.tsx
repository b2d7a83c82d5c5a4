'use client';

import styles from './filter-select.module.css';

interface FilterSelectProps<V extends string> {
  readonly name: string;
  readonly value: V;
  readonly options: readonly { readonly value: V; readonly label: string }[];
  /** The server refuses it. */
  readonly invalid?: boolean;
  readonly onChange: (value: V) => void;
}

/** "group | any": one filter of a bar. A native select: it works with every keyboard and reader. */
export function FilterSelect<V extends string>({
  name,
  value,
  options,
  invalid = false,
  onChange,
}: FilterSelectProps<V>) {
  const change = (next: string) => {
    const option = options.find((candidate) => candidate.value === next);
    if (option !== undefined) onChange(option.value);
  };
  // What the address says is shown, also when it is none of the options.
  const known = options.some((option) => option.value === value);
  const shown = known ? options : [...options, { value, label: value }];
  return (
    <label className={styles.filter}>
      <span>{name}</span>
      <select value={value} aria-invalid={invalid} onChange={(event) => change(event.target.value)}>
        {shown.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
