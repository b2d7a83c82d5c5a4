'use client';

import { Eye } from 'lucide-react';
import { useState } from 'react';
import { Field } from '@/components/form/field';
import { FormFailure } from '@/components/form/form-failure';
import { TextArea, TextInput } from '@/components/form/inputs';
import { useAction } from '@/components/form/use-action';
import { Button } from '@/components/ui/button';
import { formatCount, plural } from '@/components/ui/number.model';
import { previewEditsAction } from '@/lib/console/actions/redrives';
import type { EditsPlan, RedrivePlanView } from '@/lib/console/operations/redrives/views';
import { REDRIVE_LIMITS } from '@/lib/model/redrive/redrive';
import { DiffView } from '@/components/messages/diff-view';
import { Fold } from '@/components/ui/fold';
import { EMPTY_RULE, readRule, type RuleDraft } from './edit.model';
import styles from './plan.module.css';
import { RepairFields } from './repair-fields';
import { patchText, ruleOf } from './repair-fields.model';
import type { StartDraft } from './start.model';

interface PlanRepairProps {
  readonly plan: RedrivePlanView;
  readonly onChange: (fields: Partial<StartDraft>) => void;
}

/** One change of every message. Nothing starts with a rule before its preview. */
export function PlanRepair({ plan, onChange }: PlanRepairProps) {
  const [draft, setDraft] = useState<RuleDraft>(EMPTY_RULE);
  const [preview, setPreview] = useState<EditsPlan | null>(null);
  const action = useAction();
  const [hasPatchOpened, setPatchOpened] = useState(false);
  const { edits, problem } = readRule(draft);
  const set = (fields: Partial<RuleDraft>) => {
    const next = { ...draft, ...fields };
    setDraft(next);
    setPreview(null);
    const now = readRule(next);
    // It stays open: a fold that closes once the text is right would take the field away under the typing hand.
    if (now.problem?.includes('patch') === true) setPatchOpened(true);
    onChange({
      edits: null,
      editProblem: now.problem ?? (now.edits === null ? 'the rule is empty' : 'preview the rule first'),
    });
  };
  const look = () => {
    if (edits === null) return;
    action.run(
      () => previewEditsAction({ group: plan.group, selection: plan.selection, edits }),
      (found: EditsPlan) => {
        setPreview(found);
        onChange({ edits, editProblem: found.changed === 0 ? 'the rule applies to none of them' : null });
      },
    );
  };
  return (
    <div className={`panel-body ${styles.form}`}>
      <RepairFields
        plan={plan}
        onChange={(changes, fields) => {
          const rule = ruleOf(changes, fields);
          set({ patch: patchText(rule.patch), convert: rule.convert });
        }}
      />
      <Fold line="The same as a JSON patch" isOpen={hasPatchOpened}>
        <Field
          label="JSON patch"
          error={problem?.includes('patch') === true ? problem : null}
          hint="RFC 6902. A message to which it does not apply stays behind. A change of the fields above replaces it."
        >
          <TextArea
            mono
            rows={5}
            value={draft.patch}
            spellCheck={false}
            placeholder={
              '[{ "op": "test", "path": "/currency", "value": "EURO" },\n { "op": "replace", "path": "/currency", "value": "EUR" }]'
            }
            onChange={({ target }) => set({ patch: target.value })}
          />
        </Field>
      </Fold>
      <div className={styles.pair}>
        <Field
          label="Set properties"
          error={problem?.includes('property') === true ? problem : null}
          hint="name=value, one a line."
        >
          <TextArea mono rows={2} value={draft.set} onChange={({ target }) => set({ set: target.value })} />
        </Field>
        <Field label="Remove properties" hint="One name a line.">
          <TextArea mono rows={2} value={draft.remove} onChange={({ target }) => set({ remove: target.value })} />
        </Field>
      </div>
      <Field label="Tag" hint="Empty: it stays.">
        <TextInput mono value={draft.tag} onChange={({ target }) => set({ tag: target.value })} />
      </Field>
      <FormFailure failure={action.failure} slow={action.slow} again={false} />
      <div>
        <Button
          icon={Eye}
          onClick={look}
          pending={action.pending}
          disabledReason={
            plan.inSet > REDRIVE_LIMITS.repaired
              ? `a rule may change at most ${formatCount(REDRIVE_LIMITS.repaired)} messages in one run; choose a part of them`
              : (problem ?? (edits === null ? 'the rule is empty' : null))
          }
        >
          Preview the rule
        </Button>
      </div>
      {preview === null ? null : <Preview preview={preview} />}
    </div>
  );
}

function Preview({ preview: { changed, excluded, reasons, examples } }: { readonly preview: EditsPlan }) {
  return (
    <div className={styles.form} role="region" aria-label="Preview of the rule">
      <p>
        <b>{plural(changed, 'message')}</b> {changed === 1 ? 'changes' : 'change'};{' '}
        {excluded === 0 ? 'it applies to all of them.' : `${formatCount(excluded)} stay behind:`}
      </p>
      {reasons.length === 0 ? null : (
        <ul>
          {reasons.map(({ why, count, sampleIds }) => (
            <li key={why} className="small">
              <b>{formatCount(count)}</b> {why} <span className="mono text-2">{sampleIds[0]}</span>
            </li>
          ))}
        </ul>
      )}
      {examples.map(({ messageId, before, after }) => (
        <div key={messageId}>
          <p className="mono small text-2">{messageId}</p>
          <DiffView before={before} after={after} />
        </div>
      ))}
    </div>
  );
}
