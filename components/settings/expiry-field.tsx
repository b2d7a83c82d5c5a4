import { msg, t } from '@/lib/model/language/t';
import { Field } from '@/components/form/field';
import { Select } from '@/components/form/inputs';

const choices = [
  { days: 30, label: msg('in 30 days') },
  { days: 90, label: msg('in 90 days') },
  { days: 365, label: msg('in a year') },
  { days: null, label: msg('no expiry') },
] as const;

interface ExpiryFieldProps {
  readonly value: number | null;
  readonly onChange: (days: number | null) => void;
}

/** When a secret of a token ends by itself. */
export function ExpiryField({ value, onChange }: ExpiryFieldProps) {
  return (
    <Field label={t('Expires')} hint={t('The token is refused after this. A rotation restarts the period.')}>
      <Select
        value={String(value)}
        onChange={({ target }) => onChange(target.value === 'null' ? null : Number(target.value))}
      >
        {choices.map(({ days, label }) => (
          <option key={label} value={String(days)}>
            {t(label)}
          </option>
        ))}
      </Select>
    </Field>
  );
}
