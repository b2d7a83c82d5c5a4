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

/** The group or topic of a rule. */
export function SubjectField({ kind, names, subject, error, onSubject }: SubjectFieldProps) {
  const all = names ?? [];
  // A name that no longer exists, or cannot be read, is kept.
  const offered = subject === null || all.includes(subject) ? all : [subject, ...all];
  return (
    <Field
      label={kind === 'group' ? 'Group' : 'Topic'}
      hint={names === null ? `The list of ${kind}s could not be loaded.` : undefined}
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
