'use client';

import { useLiveQuery } from '@/components/live/use-live-query';
import { useRested } from '@/components/live/use-rested';
import { LIMITS } from '@/lib/model/limits';
import { newNameProblem } from '@/lib/model/new-name';
import { Field } from './field';
import { TextInput } from './inputs';
import { t } from '@/lib/model/language/t';

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
  const taken = useTaken(kind, value.trim());
  return (
    <Field
      label={t('Name')}
      required
      error={newNameProblem(kind, value.trim()) ?? error ?? taken}
      hint={t('Letters, digits and % | - _, up to {most, number} characters. It cannot be changed later.', {
        most: LIMITS.consoleNameChars,
      })}
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

function useTaken(kind: 'topic' | 'group', typed: string): string | null {
  const name = useRested(typed);
  const isNew = name !== '' && newNameProblem(kind, name) === null;
  const asked = useLiveQuery('nameTaken', { kind, name }, { live: { kinds: [] }, enabled: isNew });
  if (name !== typed || !isNew || asked.isPrevious || asked.data?.taken !== true) return null;
  return kind === 'topic'
    ? t('A topic of this name exists. Choose another name, or change that topic.')
    : t('A group of this name exists. Choose another name, or change that group.');
}

/** Why the form cannot be sent with this name; null: it can. */
export function nameBlocker(kind: 'topic' | 'group', name: string): string | null {
  if (name.trim() === '') return t('Enter a name');
  return newNameProblem(kind, name.trim()) === null ? null : t('The name is not valid');
}
