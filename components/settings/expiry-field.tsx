import { Field } from '@/components/form/field';
import { Select } from '@/components/form/inputs';

const choices = [
  { days: 30, label: 'in 30 days' },
  { days: 90, label: 'in 90 days' },
  { days: 365, label: 'in a year' },
  { days: null, label: 'never' },
] as const;

interface ExpiryFieldProps {
  readonly value: number | null;
  readonly onChange: (days: number | null) => void;
}

/** When a secret of a token ends by itself. */
export function ExpiryField({ value, onChange }: ExpiryFieldProps) {
  return (
    <Field label="Expires" hint="It is refused from then on. A rotation begins the time anew.">
      <Select
        value={String(value)}
        onChange={({ target }) => onChange(target.value === 'null' ? null : Number(target.value))}
      >
        {choices.map(({ days, label }) => (
          <option key={label} value={String(days)}>
            {label}
          </option>
        ))}
      </Select>
    </Field>
  );
}
