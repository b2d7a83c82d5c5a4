import { Field } from '@/components/form/field';
import { Select } from '@/components/form/inputs';
import type { AlarmSubjectKind } from '@/lib/model/signal/signal';

const LABELS: Readonly<Record<AlarmSubjectKind, string>> = {
  ...{ group: 'Group', topic: 'Topic', broker: 'Broker', proxy: 'Proxy' },
};

interface SubjectFieldProps {
  readonly kind: AlarmSubjectKind;
  /** Null: they could not be read. */
  readonly names: readonly string[] | null;
  /** Null: each of them. */
  readonly subject: string | null;
  readonly error: string | null;
  readonly onSubject: (subject: string | null) => void;
}

/** The group, topic, broker or proxy of a rule. */
export function SubjectField({ kind, names, subject, error, onSubject }: SubjectFieldProps) {
  const all = names ?? [];
  // A name that no longer exists, or cannot be read, is kept.
  const offered = subject === null || all.includes(subject) ? all : [subject, ...all];
  return (
    <Field label={LABELS[kind]} hint={names === null ? `The list could not be loaded.` : undefined} error={error}>
      <Select value={subject ?? ''} onChange={({ target }) => onSubject(target.value === '' ? null : target.value)}>
        <option value="">every {kind} without a rule of its own</option>
        {offered.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
    </Field>
  );
}
