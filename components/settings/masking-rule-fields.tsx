'use client';

import { Trash2 } from 'lucide-react';
import { Field } from '@/components/form/field';
import { Select, TextArea, TextInput } from '@/components/form/inputs';
import { Button } from '@/components/ui/button';
import { PATH_FORMS } from '@/lib/model/masking/path';
import { SEEN_FROM, type SeenFrom } from '@/lib/model/masking/rule';
import styles from './masking.module.css';
import type { RuleDraft, RuleProblem } from './masking.model';

interface MaskingRuleFieldsProps {
  readonly number: number;
  readonly rule: RuleDraft;
  readonly problem: RuleProblem | null;
  readonly mayNotEdit: string | null;
  readonly onChange: (rule: RuleDraft) => void;
  readonly onRemove: () => void;
}

const SEEN: Readonly<Record<SeenFrom, string>> = {
  viewer: 'viewers and above',
  operator: 'operators and administrators',
  admin: 'administrators',
  nobody: 'nobody',
};

/** One rule as it is typed. */
export function MaskingRuleFields({ number, rule, problem, mayNotEdit, onChange, onRemove }: MaskingRuleFieldsProps) {
  const error = (field: RuleProblem['field']) => (problem?.field === field ? problem.words : null);
  const set = (fields: Partial<RuleDraft>) => onChange({ ...rule, ...fields });
  const readOnly = mayNotEdit !== null;
  return (
    <fieldset className={styles.rule} aria-label={`Rule ${number}`}>
      <div className={styles.head}>
        <strong className="small">{rule.name.trim() === '' ? `Rule ${number}` : rule.name}</strong>
        <Button size="small" variant="ghost" icon={Trash2} disabledReason={mayNotEdit} onClick={onRemove}>
          Remove
        </Button>
      </div>
      <Field label="Name" error={error('name')} hint="Stands in the place of what is hidden.">
        <TextInput value={rule.name} readOnly={readOnly} onChange={({ target }) => set({ name: target.value })} />
      </Field>
      <Field label="Topics" error={error('topics')} hint="One per line; orders-* is a prefix, * all.">
        <TextArea
          mono
          rows={2}
          value={rule.topics}
          readOnly={readOnly}
          onChange={({ target }) => set({ topics: target.value })}
        />
      </Field>
      <label className="row small">
        <input
          type="checkbox"
          checked={rule.wholeBody}
          disabled={readOnly}
          onChange={({ target }) => set({ wholeBody: target.checked })}
        />
        Hide the whole body
      </label>
      {rule.wholeBody ? null : (
        <Field label="JSON paths" error={error('paths')} hint={`One per line: ${PATH_FORMS}.`}>
          <TextArea
            mono
            rows={3}
            value={rule.paths}
            readOnly={readOnly}
            spellCheck={false}
            onChange={({ target }) => set({ paths: target.value })}
          />
        </Field>
      )}
      <Field label="Headers" error={error('properties')} hint="Properties by name, one per line; pii-* is a prefix.">
        <TextArea
          mono
          rows={2}
          value={rule.properties}
          readOnly={readOnly}
          spellCheck={false}
          onChange={({ target }) => set({ properties: target.value })}
        />
      </Field>
      <div className={styles.pair}>
        <Field label="Seen by" error={error('seenFrom')} hint="Without giving a reason.">
          <Who value={rule.seenFrom} disabled={readOnly} onChange={(seenFrom) => set({ seenFrom })} />
        </Field>
        <Field label="Shown with a reason to" error={error('shownTo')} hint="Each time is recorded.">
          <Who value={rule.shownTo} disabled={readOnly} onChange={(shownTo) => set({ shownTo })} />
        </Field>
      </div>
    </fieldset>
  );
}

interface WhoProps {
  readonly value: SeenFrom;
  readonly disabled: boolean;
  readonly onChange: (value: SeenFrom) => void;
}

function Who({ value, disabled, onChange }: WhoProps) {
  return (
    <Select value={value} disabled={disabled} onChange={({ target }) => onChange(target.value as SeenFrom)}>
      {SEEN_FROM.map((each) => (
        <option key={each} value={each}>
          {SEEN[each]}
        </option>
      ))}
    </Select>
  );
}
