import { Field } from '@/components/form/field';
import { Select } from '@/components/form/inputs';

interface SubjectFieldProps {
  readonly kind: 'group' | 'topic';
  /** Null: they could not be read. */
  readonly names: readonly string[] | null;
  /** Null: each of them. */
  readonly subject: string | null;
  readonly error: string | null;
  readonly onSubject: (subject: string | null) => void;
}

/** Of which group or topic a rule is. */
export function SubjectField({ kind, names, subject, error, onSubject }: SubjectFieldProps) {
  const all = names ?? [];
  // One that is there no more, or cannot be read, stays what it is.
  const offered = subject === null || all.includes(subject) ? all : [subject, ...all];
  return (
    <Field
      label={kind === 'group' ? 'Group' : 'Topic'}
      hint={names === null ? `Which ${kind}s there are could not be read.` : undefined}
      error={error}
    >
      <Select value={subject ?? ''} onChange={({ target }) => onSubject(target.value === '' ? null : target.value)}>
        <option value="">every {kind} without a rule of its own</option>
        {offered.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
    </Field>
  );
}
