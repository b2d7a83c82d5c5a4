import type { ComponentProps } from 'react';
import { Field } from './field';
import { TextInput } from './inputs';
import { t } from '@/lib/model/language/t';

interface NewPasswordFieldProps extends Omit<ComponentProps<typeof TextInput>, 'type'> {
  readonly label: string;
  readonly error: string | null;
}

/** Where a password is chosen. */
export function NewPasswordField({ label, error, ...input }: NewPasswordFieldProps) {
  return (
    <Field label={label} hint={t('At least 12 characters. A few unrelated words work well.')} error={error}>
      <TextInput type="password" autoComplete="new-password" maxLength={256} {...input} />
    </Field>
  );
}
