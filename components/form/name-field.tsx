'use client';

import { LIMITS } from '@/lib/model/limits';
import { Field } from './field';
import { TextInput } from './inputs';

interface NameFieldProps {
  readonly value: string;
  readonly onChange: (name: string) => void;
  readonly error: string | null;
  readonly placeholder: string;
  readonly autoFocus?: boolean;
}

/** The name of a topic or group that is about to be made. */
export function NameField({ value, onChange, error, ...rest }: NameFieldProps) {
  return (
    <Field
      label="Name"
      error={error}
      hint={`Letters, digits, % | - _, up to ${LIMITS.consoleNameChars}. It cannot be changed later.`}
    >
      <TextInput
        {...rest}
        name="name"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        autoComplete="off"
        spellCheck={false}
      />
    </Field>
  );
}
