'use client';

import { sentences } from '@/lib/model/language/list';
import { t } from '@/lib/model/language/t';
import { useRef, useState } from 'react';
import { ConflictNotice, VERSION_FORM } from '@/components/form/conflict-words';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { DurationInput } from '@/components/form/inputs';
import { useAction } from '@/components/form/use-action';
import formStyles from '@/components/form/version.module.css';
import { VersionFoot } from '@/components/form/version-foot';
import { Standing } from '@/components/form/version-form';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/form/confirm-dialog';
import { Segmented } from '@/components/ui/segmented';
import type { SettingView } from '@/lib/console/operations/settings/views';
import { ruleSentence } from './dead-letter-retention.model';
import type { RetentionEditor } from './use-retention-editor';

interface DeadLetterRetentionFormProps {
  readonly editor: RetentionEditor;
  readonly current: SettingView<'dead-letter-retention'>;
}

/** What removes nothing at once is saved; what does is confirmed with the number of it. */
export function DeadLetterRetentionForm({ editor, current }: DeadLetterRetentionFormProps) {
  const { draft, blocker, dirty, keepHours, problems, conflict, changes } = editor;
  const [confirming, setConfirming] = useState<number | null>(null);
  const action = useAction();
  const element = useRef<HTMLFormElement>(null);
  useShortcut('mod+enter', () => element.current?.requestSubmit(), t('Save the setting'), blocker === null);
  const due = editor.forecast.data?.due ?? 0;
  const onSubmit = (): void => {
    if (due > 0) return setConfirming(due);
    action.run((more) => editor.save(0, more));
  };
  return (
    <>
      <Form ref={element} id={VERSION_FORM} className="panel" tabIndex={-1} noValidate {...{ blocker, onSubmit }}>
        <header>
          <h2>{t('Dead-letter retention')}</h2>
          <Standing version={current.version} newest={current.versions[0]} unset={t('never changed')} />
        </header>
        <div className={`panel-body ${formStyles.fields}`}>
          <Segmented
            label={t('Dead letters are')}
            options={[
              { value: 'kept', label: t('Kept until re-driven') },
              { value: 'removed', label: t('Removed after a set time') },
            ]}
            value={draft.kind}
            onChange={(kind) => editor.edit({ ...draft, kind })}
          />
          {draft.kind === 'kept' ? null : (
            <Field
              label={t('Retention')}
              error={problems}
              hint={t(
                `Counted from the move to the DLQ, in whole hours, such as “30 d” or “36 h”. From 1 h to 10 years. Also
                applies to existing dead letters.`,
              )}
            >
              <DurationInput
                name="keepMs"
                valueMs={draft.keepMs}
                onChange={(keepMs) => editor.edit({ ...draft, keepMs })}
                changed={dirty}
              />
            </Field>
          )}
        </div>
        <VersionFoot
          reason={editor.reason}
          onReason={editor.setReason}
          failure={dirty && action.failure?.field !== 'version' ? action.failure : null}
          slow={action.slow}
          dirty={dirty}
          onDiscard={editor.discard}
          conflict={conflict === null ? null : <ConflictNotice to={conflict.to} newest={current.versions[0]} />}
          note={
            dirty
              ? (blocker ?? t('{count, plural, one {# change} other {# changes}}', { count: changes.length }))
              : editor.mayNotEdit
          }
        >
          <Button
            type="submit"
            variant={due > 0 && dirty ? 'danger' : 'primary'}
            keys="⌘↵"
            pending={action.pending}
            disabledReason={blocker}
          >
            {due > 0 && dirty
              ? t('Save and remove {due, number}…', { due })
              : t('Save as v{version}', { version: current.version + 1 })}
          </Button>
        </VersionFoot>
      </Form>
      {confirming === null || keepHours === undefined ? null : (
        <ConfirmDialog
          open
          onOpenChange={() => setConfirming(null)}
          title={t('Remove {count, plural, one {# dead letter} other {# dead letters}}?', { count: confirming })}
          confirmLabel={t('Save and remove {count, number}', { count: confirming })}
          danger
          requireTyped={String(confirming)}
          run={({ override }) => editor.save(confirming, override === undefined ? {} : { override })}
        >
          {sentences(
            ruleSentence(keepHours),
            t(
              `{count, plural, one {# dead letter is older and is} other {# dead letters are older and are}} removed
              within about a minute. This cannot be undone. Re-drive them first if you still need them.`,
              { count: confirming },
            ),
          )}
        </ConfirmDialog>
      )}
    </>
  );
}
