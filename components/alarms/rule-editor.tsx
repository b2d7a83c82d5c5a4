'use client';

import { Link } from '@/components/ui/link';
import { useState } from 'react';
import { ConflictPanel } from '@/components/form/conflict-panel';
import { Field } from '@/components/form/field';
import { DurationInput, NumberInput, Select, TextInput } from '@/components/form/inputs';
import { Form } from '@/components/form/form';
import { FormFailure } from '@/components/form/form-failure';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { useWorkspace } from '@/components/live/use-workspace';
import { ManagedNote } from '@/components/parts/managed-note';
import { useFocusWhileOpen } from '@/components/ui/use-focus-while-open';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/form/confirm-dialog';
import { Segmented } from '@/components/ui/segmented';
import { deleteAlarmRuleAction } from '@/lib/console/actions/alarms';
import type { ChannelName } from '@/lib/console/operations/alarms/views';
import type { OnUnknown, Severity } from '@/lib/model/alarm/rule';
import { ruleEntryName } from '@/lib/model/managed/managed';
import { type AlarmSubjectKind, type Signal, SIGNALS, signalsIn } from '@/lib/model/signal/signal';
import { valueOrNull } from '@/lib/model/reading';
import styles from './alarms.module.css';
import { alarmName, unitText } from './alarms.model';
import type { DurationField, RuleDraft } from './rule-draft.model';
import { RulePreviewPanel } from './rule-preview';
import { SubjectField } from './subject-field';
import { type RuleFormOptions, useRuleForm } from './use-rule-form';
import { Said } from '@/components/ui/said';
import { byName } from '@/lib/model/language/names';
import { between, pieces, t } from '@/lib/model/language/t';

interface RuleEditorProps extends RuleFormOptions {
  readonly onClose: () => void;
}

const NAMES_OF = { group: 'groups', topic: 'topics', broker: 'brokers', proxy: 'proxies' } as const;
/** This installation is one broker. */
function hasSubject(kind: AlarmSubjectKind, workspace: string | null): boolean {
  return kind !== 'broker' || workspace !== null;
}

/** A rule and, below it, what it would have done with the numbers of the last week. */
export function RuleEditor({ rule, page, mayNotEdit, reload, onClose, onDone }: RuleEditorProps) {
  const workspace = useWorkspace();
  const [removing, setRemoving] = useState(false);
  const { draft, set, fields, reason, setReason, form, edit, errorOf, blocker } = useRuleForm({
    ...{ rule, page, mayNotEdit, reload, onDone },
  });
  const duration = (field: DurationField, label: string, hint?: string) => (
    <Field label={label} hint={hint} error={errorOf(field)}>
      <DurationInput valueMs={draft[field]} onChange={(ms) => set({ [field]: ms })} />
    </Field>
  );
  const { subject: kind } = SIGNALS[draft.watch];
  const heading = useFocusWhileOpen<HTMLHeadingElement>();
  useShortcut('escape', onClose, t('Close the rule'));
  return (
    <section className="panel" aria-label={t('Alarm rule')}>
      <header>
        <h2 ref={heading} tabIndex={-1}>
          {rule === null ? t('New rule') : alarmName(rule, workspace)}
        </h2>
        <span className="panel-end tiny text-3">
          {rule === null ? null : `v${rule.version}${between(',')}${rule.updatedBy.split('@')[0]}`}
        </span>
      </header>
      <Form blocker={blocker} onSubmit={form.onSubmit} className="panel-body col col-wide" noValidate>
        <ManagedNote kind="alarm-rule" name={rule === null ? null : ruleEntryName(rule)} />
        <div className={styles.fields}>
          <Field label={t('Watches')} error={errorOf('watch')}>
            <Select
              value={draft.watch}
              onChange={({ target }) => {
                const watch = target.value as Signal;
                set({ watch, subject: null, windowMs: SIGNALS[watch].firstWindowMs });
              }}
            >
              {signalsIn(workspace).map((watch) => (
                <option key={watch} value={watch}>
                  {t(SIGNALS[watch].says)}
                </option>
              ))}
            </Select>
          </Field>
          {hasSubject(kind, workspace) ? (
            <SubjectField
              kind={kind}
              names={valueOrNull(page.names)?.[NAMES_OF[kind]] ?? null}
              subject={draft.subject}
              error={errorOf('subject')}
              onSubject={(subject) => set({ subject })}
            />
          ) : null}
        </div>
        {draft.watch === 'expiring-dead-letters' ? (
          <Banner tone="info">
            <Said
              of={pieces(
                '{link} sets how long dead letters are kept. If they are kept until re-driven, none expires.',
                {
                  link: (
                    <Link href="/settings/dead-letters" prefetch={false} className="underlined">
                      {t('Dead-letter retention')}
                    </Link>
                  ),
                },
              )}
            />
          </Banner>
        ) : null}
        <div className={styles.fields}>
          <Field label={t('At least')} error={errorOf('threshold')}>
            <NumberInput
              note={unitText(draft.watch, draft.threshold)}
              value={draft.threshold}
              onChange={(threshold) => set({ threshold })}
            />
          </Field>
          {SIGNALS[draft.watch].window === null ? null : duration('windowMs', t('Within'))}
          {duration('forMs', t('For'))}
        </div>
        <div className={styles.fields}>
          {SIGNALS[draft.watch].ofDeadLetters ? null : (
            <Field label={t('Resolves below')} error={errorOf('clearBelow')}>
              <NumberInput
                note={unitText(draft.watch, draft.clearBelow)}
                value={draft.clearBelow}
                onChange={(clearBelow) => set({ clearBelow })}
              />
            </Field>
          )}
          {SIGNALS[draft.watch].ofDeadLetters ? null : duration('clearForMs', t('Resolves after'))}
          {duration('repeatMs', t('Repeats every'), t('Enter 0 to notify once.'))}
        </div>
        <div className="col">
          <Segmented<OnUnknown>
            label={t('When the value is unknown')}
            value={draft.onUnknown}
            onChange={(onUnknown) => set({ onUnknown })}
            options={[
              { value: 'hold', label: t('Keep the last state') },
              { value: 'fire', label: t('Fire') },
              { value: 'ignore', label: t('Ignore') },
            ]}
          />
          {SIGNALS[draft.watch].ofDeadLetters ? (
            <span className="small text-3">
              {t(
                `The alarm ends when each of its dead letters is consumed, discarded or accepted, not because no new
                ones arrive.`,
              )}
            </span>
          ) : null}
          <span className="small text-3">{t('An unknown value never counts as 0 and never resolves an alarm.')}</span>
          {draft.onUnknown === 'fire' ? duration('unknownForMs', t('Fires when unknown for')) : null}
        </div>
        <div className="row wrap">
          <Segmented<Severity>
            label={t('Severity')}
            value={draft.severity}
            onChange={(severity) => set({ severity })}
            options={[
              { value: 'info', label: t('Info') },
              { value: 'warning', label: t('Warning') },
              { value: 'critical', label: t('Critical') },
            ]}
          />
          <Segmented
            label={t('On or off')}
            value={draft.enabled ? 'on' : 'off'}
            onChange={(value) => set({ enabled: value === 'on' })}
            options={[
              { value: 'on', label: t('On') },
              { value: 'off', label: t('Off') },
            ]}
          />
        </div>
        <ChannelChoice draft={draft} set={set} channels={valueOrNull(page.channels)} />
        <Field label={t('Reason')} hint={t('Optional. Kept in the audit log.')} error={errorOf('reason')}>
          <TextInput value={reason} maxLength={500} onChange={({ target }) => setReason(target.value)} />
        </Field>
        <ConflictPanel {...edit} />
        <FormFailure failure={form.failure} slow={form.slow} />
        <div className="row wrap">
          <Button onClick={onClose} keys="Esc">
            {t('Close')}
          </Button>
          {rule === null ? null : (
            <Button variant="ghost" disabledReason={mayNotEdit} onClick={() => setRemoving(true)}>
              {t('Remove…')}
            </Button>
          )}
          <span className="grow" />
          <Button type="submit" variant="primary" pending={form.pending} disabledReason={blocker}>
            {rule === null ? t('Create rule') : t('Save rule')}
          </Button>
        </div>
      </Form>
      {fields === null ? null : <RulePreviewPanel fields={fields} />}
      {rule === null || !removing ? null : (
        <ConfirmDialog
          open
          onOpenChange={() => setRemoving(false)}
          title={t('Remove this rule?')}
          confirmLabel={t('Remove rule')}
          danger
          requireReason
          initialReason={t('Remove the rule {name}', { name: alarmName(rule, workspace) })}
          run={(why) => deleteAlarmRuleAction({ id: String(rule.ruleId), version: rule.version, ...why }, workspace)}
          onDone={onDone}
        >
          {t('Firing alarms of this rule are resolved within 10 s. Its history is kept.')}
        </ConfirmDialog>
      )}
    </section>
  );
}

interface ChannelChoiceProps {
  readonly draft: RuleDraft;
  readonly set: (changes: Partial<RuleDraft>) => void;
  /** Null: they could not be read. */
  readonly channels: readonly ChannelName[] | null;
}

function ChannelChoice({ draft: { channelIds }, set, channels }: ChannelChoiceProps) {
  return (
    <fieldset className={styles.channels}>
      <legend className="small">{t('Notifies')}</legend>
      <label>
        <input
          type="checkbox"
          checked={channelIds === null}
          onChange={({ target }) => set({ channelIds: target.checked ? null : [] })}
        />
        {t('every channel')}
      </label>
      {channels === null ? <span className="small text-2">{t('The channels could not be loaded.')}</span> : null}
      {channels?.toSorted(byName).map(({ channelId, name, enabled }) => (
        <label key={channelId}>
          <input
            type="checkbox"
            disabled={channelIds === null}
            checked={channelIds === null || channelIds.includes(channelId)}
            onChange={({ target }) =>
              set({
                channelIds: target.checked
                  ? [...(channelIds ?? []), channelId]
                  : (channelIds ?? []).filter((id) => id !== channelId),
              })
            }
          />
          {enabled ? name : t('{name} (off)', { name })}
        </label>
      ))}
    </fieldset>
  );
}
