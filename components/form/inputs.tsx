'use client';

import { useState, type ComponentProps, type ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { formatDuration, parseDuration, writeDuration } from '@/components/ui/duration.model';
import { useFieldProps } from './field';
import { useTypedEarly } from './typed-early';
import styles from './field.module.css';

interface BoxProps {
  /** Unit or context at the right end: "retries", "was 14 · 0 to 64". */
  readonly note?: ReactNode;
  /** Marks a value that differs from what is saved. */
  readonly changed?: boolean;
}

export function TextInput({
  note,
  changed,
  mono = false,
  className,
  ...rest
}: BoxProps & Omit<ComponentProps<'input'>, 'ref'> & { readonly mono?: boolean }) {
  const place = useTypedEarly<HTMLInputElement>();
  return (
    <span className={styles.box} data-changed={changed}>
      <input
        ref={place}
        type="text"
        {...useFieldProps()}
        {...rest}
        className={classNames(styles.input, mono && styles.mono, className)}
      />
      {note === undefined ? null : <span className={styles.note}>{note}</span>}
    </span>
  );
}

export function TextArea({
  changed,
  mono = false,
  className,
  ...rest
}: Omit<BoxProps, 'note'> & Omit<ComponentProps<'textarea'>, 'ref'> & { readonly mono?: boolean }) {
  const place = useTypedEarly<HTMLTextAreaElement>();
  return (
    <span className={styles.box} data-changed={changed}>
      <textarea
        ref={place}
        {...useFieldProps()}
        {...rest}
        className={classNames(styles.input, mono && styles.mono, className)}
      />
    </span>
  );
}

export function Select({ changed, children, ...rest }: Omit<BoxProps, 'note'> & ComponentProps<'select'>) {
  return (
    <span className={styles.box} data-changed={changed}>
      <select {...useFieldProps()} {...rest} className={styles.input}>
        {children}
      </select>
    </span>
  );
}

interface NumberInputProps extends BoxProps {
  readonly name?: string;
  /** Text while typing; the server's schema has the last word on range and shape. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What an empty field means. */
  readonly placeholder?: string;
}

/** Whole numbers. A text field on purpose: type=number drops what it cannot read and changes on scroll. */
export function NumberInput({ value, onChange, ...rest }: NumberInputProps) {
  return (
    <TextInput
      {...rest}
      inputMode="numeric"
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

interface DurationInputProps extends BoxProps {
  readonly name?: string;
  readonly valueMs: number | null;
  /** null while the text is not a duration. */
  readonly onChange: (ms: number | null) => void;
}

/** "90 s", "1h 30m"; a bare number is seconds. Shows how it was understood. */
export function DurationInput({ valueMs, onChange, name, ...rest }: DurationInputProps) {
  const [text, setText] = useState(valueMs === null ? '' : writeDuration(valueMs));
  const [known, setKnown] = useState(valueMs);
  // reset from outside (discard, new version loaded): print the new value
  if (valueMs !== known) {
    setKnown(valueMs);
    if (parseDuration(text) !== valueMs) setText(valueMs === null ? text : writeDuration(valueMs));
  }
  const understood = valueMs === null ? null : formatDuration(valueMs);
  return (
    <>
      <TextInput
        note={understood === null || understood === text.trim() ? undefined : `= ${understood}`}
        {...rest}
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setText(event.target.value);
          onChange(parseDuration(event.target.value));
        }}
      />
      {name === undefined ? null : <input type="hidden" name={name} value={valueMs ?? ''} />}
    </>
  );
}
