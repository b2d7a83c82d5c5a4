'use client';

import { msg, t } from '@/lib/model/language/t';
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
  viewer: msg('viewers and above'),
  operator: msg('operators and administrators'),
  admin: msg('administrators'),
  nobody: msg('no one'),
};

/** One rule as it is typed. */
export function MaskingRuleFields({ number, rule, problem, mayNotEdit, onChange, onRemove }: MaskingRuleFieldsProps) {
  const error = (field: RuleProblem['field']) => (problem?.field === field ? problem.words : null);
  const set = (fields: Partial<RuleDraft>) => onChange({ ...rule, ...fields });
  const readOnly = mayNotEdit !== null;
  return (
    <fieldset className={styles.rule} aria-label={t('Rule {number, number}', { number })}>
      <div className={styles.head}>
        <strong className="small">
          {rule.name.trim() === '' ? t('Rule {number, number}', { number }) : rule.name}
        </strong>
        <Button size="small" variant="ghost" icon={Trash2} disabledReason={mayNotEdit} onClick={onRemove}>
          {t('Remove')}
        </Button>
      </div>
      <Field label={t('Name')} error={error('name')} hint={t('Shown instead of hidden values.')}>
        <TextInput value={rule.name} readOnly={readOnly} onChange={({ target }) => set({ name: target.value })} />
      </Field>
      <Field
        label={t('Topics')}
        error={error('topics')}
        hint={t('One per line: a name, a prefix such as orders-*, or * for all topics.')}
      >
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
        {t('Hide the whole body')}
      </label>
      {rule.wholeBody ? null : (
        <Field
          label={t('JSON paths')}
          error={error('paths')}
          hint={t('One per line, such as {examples}.', { examples: PATH_FORMS })}
        >
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
      <Field
        label={t('Headers')}
        error={error('properties')}
        hint={t('Property names, one per line. A prefix such as pii-* is allowed.')}
      >
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
        <Field label={t('Visible to')} error={error('seenFrom')} hint={t('No reason needed.')}>
          <Who value={rule.seenFrom} disabled={readOnly} onChange={(seenFrom) => set({ seenFrom })} />
        </Field>
        <Field
          label={t('Visible with a reason to')}
          error={error('shownTo')}
          hint={t('Each access is recorded in the audit log.')}
        >
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
          {t(SEEN[each])}
        </option>
      ))}
    </Select>
  );
}
