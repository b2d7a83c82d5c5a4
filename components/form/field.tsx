'use client';

import { createContext, useContext, useId, useMemo, type ReactNode } from 'react';
import styles from './field.module.css';

interface FieldIds {
  readonly inputId: string;
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
  readonly required: boolean;
}

const FieldContext = createContext<FieldIds | null>(null);

interface FieldProps {
  readonly label: ReactNode;
  /** What the value means, its range and default. */
  readonly hint?: ReactNode;
  /** Names field, limit and value; read out when it appears. */
  readonly error?: string | null | undefined;
  /** Nothing can be sent while it is empty: letters typed beside it go into it (components/keyboard). */
  readonly required?: boolean;
  readonly children: ReactNode;
}

/** Label, control, hint, error. The control inside picks up ids and aria attributes by itself. */
export function Field({ label, hint, error, required = false, children }: FieldProps) {
  const id = useId();
  const failed = error != null && error !== '';
  const hasHint = hint !== undefined;
  const ids = useMemo(() => {
    const described = [failed ? `${id}-error` : null, hasHint ? `${id}-hint` : null].filter((part) => part !== null);
    return {
      inputId: id,
      describedBy: described.length === 0 ? undefined : described.join(' '),
      invalid: failed,
      required,
    };
  }, [id, failed, hasHint, required]);
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <FieldContext value={ids}>{children}</FieldContext>
      {failed ? (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      ) : null}
      {hasHint ? (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}

/** Ids and aria attributes for a control inside a Field; empty outside of one. */
export function useFieldProps(): {
  id?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  'aria-required'?: true;
} {
  const ids = useContext(FieldContext);
  if (ids === null) return {};
  return {
    id: ids.inputId,
    ...(ids.describedBy === undefined ? {} : { 'aria-describedby': ids.describedBy }),
    ...(ids.invalid ? { 'aria-invalid': true as const } : {}),
    ...(ids.required ? { 'aria-required': true as const } : {}),
  };
}
