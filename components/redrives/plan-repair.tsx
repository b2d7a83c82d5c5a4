'use client';

import { Eye } from 'lucide-react';
import { useState } from 'react';
import { Field } from '@/components/form/field';
import { FormFailure } from '@/components/form/form-failure';
import { TextArea, TextInput } from '@/components/form/inputs';
import { useAction } from '@/components/form/use-action';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { formatCount } from '@/components/ui/number.model';
import { previewEditsAction } from '@/lib/console/actions/redrives';
import type { EditsPlan, RedrivePlanView } from '@/lib/console/operations/redrives/views';
import { pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';
import { leftOutWords } from '@/lib/model/redrive/left-out';
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
  const { edits, problem, field } = readRule(rule);
  const set = (part: Partial<RepairDraft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    setPreview(null);
    const now = readRule(draftOf(next, sample.fields));
    // It stays open: a fold that closes once the text is right would take the field away under the typing hand.
    if (now.field === 'patch') setPatchOpened(true);
    onChange({
      leftByRule: 0,
      edits: null,
      editProblem: now.problem ?? (now.edits === null ? t('The rule is empty') : t('Preview the rule first')),
    });
  };
  const type = (part: Partial<RepairDraft['typed']>) => set({ typed: { ...draft.typed, ...part } });
  const look = () => {
    if (edits === null) return;
    action.run(
      () => previewEditsAction({ group: plan.group, selection: plan.selection, edits }),
      (found: EditsPlan) => {
        setPreview(found);
        const editProblem = found.changed === 0 ? t('The rule applies to none of the messages') : null;
        onChange({ edits, editProblem, leftByRule: found.excluded });
      },
    );
  };
  const isOverLimit = plan.inSet > REDRIVE_LIMITS.repaired;
  const limit = t('A rule can change at most {most, number} messages in one run', { most: REDRIVE_LIMITS.repaired });
  return (
    <div className={`panel-body ${styles.form}`}>
      {isOverLimit ? (
        <Banner tone="warning">
          {t(
            `A rule can change at most {most, number} messages in one run, and this set has {count, number}. Select
            fewer messages, or send them unchanged.`,
            { most: REDRIVE_LIMITS.repaired, count: plan.inSet },
          )}
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
      <Fold line={t('The same changes as a JSON Patch')} isOpen={hasPatchOpened}>
        <Field
          label={t('JSON Patch')}
          error={field === 'patch' ? problem : null}
          hint={t('RFC 6902. Messages to which it does not apply are left out. Changing a field above replaces it.')}
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
          label={t('Set properties')}
          error={field === 'properties' ? problem : null}
          hint={t('name=value, one per line.')}
        >
          <TextArea mono rows={2} value={rule.set} onChange={({ target }) => type({ set: target.value })} />
        </Field>
        <Field label={t('Remove properties')} hint={t('One name per line.')}>
          <TextArea mono rows={2} value={rule.remove} onChange={({ target }) => type({ remove: target.value })} />
        </Field>
      </div>
      <Field label={t('Tag')} hint={t('Leave empty to keep the tag.')}>
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
                  ? t('The rule is empty')
                  : sample.isLoading && draft.changes.some(({ path }) => path !== '')
                    ? t('Reading a message of the set')
                    : null))
          }
        >
          {t('Preview the rule')}
        </Button>
      </div>
      {preview === null ? null : <Preview preview={preview} />}
    </div>
  );
}

function Preview({ preview: { changed, excluded, reasons, examples } }: { readonly preview: EditsPlan }) {
  return (
    <div className={styles.form} role="region" aria-label={t('Preview of the rule')}>
      <p>
        <Said
          of={pieces(
            `<b>{changed, plural, one {# message changes} other {# messages change}}</b>. {excluded, plural, =0 {The
            rule applies to all of them.} one {# message is left out:} other {# messages are left out:}}`,
            { changed, excluded },
          )}
        />
      </p>
      {reasons.length === 0 ? null : (
        <ul>
          {reasons.map(({ why, count, sampleIds }) => (
            <li key={why} className="small">
              <b>{formatCount(count)}</b> {leftOutWords(why)} <span className="mono text-2">{sampleIds[0]}</span>
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
