'use client';

import { Eye } from 'lucide-react';
import { useState } from 'react';
import { Field } from '@/components/form/field';
import { FormFailure } from '@/components/form/form-failure';
import { TextArea, TextInput } from '@/components/form/inputs';
import { useAction } from '@/components/form/use-action';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { formatCount, plural } from '@/components/ui/number.model';
import { previewEditsAction } from '@/lib/console/actions/redrives';
import type { EditsPlan, RedrivePlanView } from '@/lib/console/operations/redrives/views';
import { REDRIVE_LIMITS } from '@/lib/model/redrive/redrive';
import { DiffView } from '@/components/messages/diff-view';
import { Fold } from '@/components/ui/fold';
import { EMPTY_RULE, readRule } from './edit.model';
import styles from './plan.module.css';
import { NO_CHANGE, RepairFields, useSample } from './repair-fields';
import { draftOf, isSameChange, type RepairDraft } from './repair-fields.model';
import type { StartDraft } from './start.model';

interface PlanRepairProps {
  readonly plan: RedrivePlanView;
  readonly onChange: (fields: Partial<StartDraft>) => void;
}

/** One change of every message. Nothing starts with a rule before its preview. */
export function PlanRepair({ plan, onChange }: PlanRepairProps) {
  const sample = useSample(plan);
  const [draft, setDraft] = useState<RepairDraft>({ typed: EMPTY_RULE, changes: [NO_CHANGE], isByHand: false });
  const [preview, setPreview] = useState<EditsPlan | null>(null);
  const action = useAction();
  const [hasPatchOpened, setPatchOpened] = useState(false);
  const rule = draftOf(draft, sample.fields);
  const { edits, problem } = readRule(rule);
  const set = (part: Partial<RepairDraft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    setPreview(null);
    const now = readRule(draftOf(next, sample.fields));
    // It stays open: a fold that closes once the text is right would take the field away under the typing hand.
    if (now.problem?.includes('patch') === true) setPatchOpened(true);
    onChange({
      leftByRule: 0,
      edits: null,
      editProblem: now.problem ?? (now.edits === null ? 'the rule is empty' : 'preview the rule first'),
    });
  };
  const type = (part: Partial<RepairDraft['typed']>) => set({ typed: { ...draft.typed, ...part } });
  const look = () => {
    if (edits === null) return;
    action.run(
      () => previewEditsAction({ group: plan.group, selection: plan.selection, edits }),
      (found: EditsPlan) => {
        setPreview(found);
        const editProblem = found.changed === 0 ? 'the rule applies to none of them' : null;
        onChange({ edits, editProblem, leftByRule: found.excluded });
      },
    );
  };
  const isOverLimit = plan.inSet > REDRIVE_LIMITS.repaired;
  const limit = `a rule may change at most ${formatCount(REDRIVE_LIMITS.repaired)} messages in one run`;
  return (
    <div className={`panel-body ${styles.form}`}>
      {isOverLimit ? (
        <Banner tone="warning">
          This set has {plural(plan.inSet, 'message')}, and {limit}. Choose a part of them, or send them as they are.
        </Banner>
      ) : null}
      <RepairFields
        sample={sample}
        changes={draft.changes}
        onChange={(changes) => {
          // An empty row changes nothing, new or removed: neither a patch that was typed nor the preview.
          if (isSameChange(changes, draft.changes)) setDraft({ ...draft, changes });
          else set({ changes, isByHand: false });
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
            value={rule.patch}
            spellCheck={false}
            placeholder={
              '[{ "op": "test", "path": "/currency", "value": "EURO" },\n { "op": "replace", "path": "/currency", "value": "EUR" }]'
            }
            onChange={({ target }) => set({ typed: { ...draft.typed, patch: target.value }, isByHand: true })}
          />
        </Field>
      </Fold>
      <div className={styles.pair}>
        <Field
          label="Set properties"
          error={problem?.includes('property') === true ? problem : null}
          hint="name=value, one a line."
        >
          <TextArea mono rows={2} value={rule.set} onChange={({ target }) => type({ set: target.value })} />
        </Field>
        <Field label="Remove properties" hint="One name a line.">
          <TextArea mono rows={2} value={rule.remove} onChange={({ target }) => type({ remove: target.value })} />
        </Field>
      </div>
      <Field label="Tag" hint="Empty: it stays.">
        <TextInput mono value={rule.tag} onChange={({ target }) => type({ tag: target.value })} />
      </Field>
      <FormFailure failure={action.failure} slow={action.slow} again={false} />
      <div>
        <Button
          icon={Eye}
          onClick={look}
          pending={action.pending}
          disabledReason={
            isOverLimit
              ? limit
              : (problem ??
                (edits === null
                  ? 'the rule is empty'
                  : sample.isLoading && draft.changes.some(({ path }) => path !== '')
                    ? 'a message of the set is being read'
                    : null))
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
        {excluded === 0
          ? 'it applies to all of them.'
          : `${formatCount(excluded)} ${excluded === 1 ? 'stays' : 'stay'} behind:`}
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
