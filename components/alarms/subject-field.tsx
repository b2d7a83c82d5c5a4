import { Field } from '@/components/form/field';
import { Select } from '@/components/form/inputs';
import type { AlarmSubjectKind } from '@/lib/model/signal/signal';
import { msg, t } from '@/lib/model/language/t';

const LABELS: Readonly<Record<AlarmSubjectKind, string>> = {
  ...{ group: msg('Group'), topic: msg('Topic'), broker: msg('Broker'), proxy: msg('Proxy') },
};
const OTHERS: Readonly<Record<AlarmSubjectKind, string>> = {
  group: msg('every group without its own rule'),
  topic: msg('every topic without its own rule'),
  broker: msg('every broker without its own rule'),
  proxy: msg('every proxy without its own rule'),
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
    <Field label={t(LABELS[kind])} hint={names === null ? t('The list could not be loaded.') : undefined} error={error}>
      <Select value={subject ?? ''} onChange={({ target }) => onSubject(target.value === '' ? null : target.value)}>
        <option value="">{t(OTHERS[kind])}</option>
        {offered.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
    </Field>
  );
}
