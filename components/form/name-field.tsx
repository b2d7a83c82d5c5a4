'use client';

import { LIMITS } from '@/lib/model/limits';
import { newNameProblem } from '@/lib/model/new-name';
import { Field } from './field';
import { TextInput } from './inputs';

interface NameFieldProps {
  readonly kind: 'topic' | 'group';
  readonly value: string;
  readonly onChange: (name: string) => void;
  readonly error: string | null;
  readonly placeholder: string;
  readonly autoFocus?: boolean;
}

/** The name of a topic or group that is about to be made; what is wrong with it is said while it is typed. */
export function NameField({ kind, value, onChange, error, ...rest }: NameFieldProps) {
  return (
    <Field
      label="Name"
      required
      error={newNameProblem(kind, value.trim()) ?? error}
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

/** Why the form cannot be sent with this name; null: it can. */
export function nameBlocker(kind: 'topic' | 'group', name: string): string | null {
  if (name.trim() === '') return 'Enter a name';
  return newNameProblem(kind, name.trim()) === null ? null : 'The name is not valid';
}
