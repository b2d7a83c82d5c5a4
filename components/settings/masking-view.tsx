'use client';

import { t } from '@/lib/model/language/t';
import { Plus } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { SettingEditor, type SettingEditorOf, WhatItDoes } from './setting-editor';
import styles from './masking.module.css';
import {
  changesBetween,
  draftOf,
  type MaskingDraft,
  type MaskingProblems,
  NEW_RULE,
  readDraft,
  rebase,
  type RuleDraft,
} from './masking.model';
import { MaskingRuleFields } from './masking-rule-fields';
import { MaskingTry } from './masking-try';
import type { SettingPageProps } from './use-setting';

const form = { ...{ draftOf, read: readDraft, changesBetween, rebase }, fields: [] };

/** Which parts of messages are hidden, and from whom. */
export function MaskingView(props: SettingPageProps) {
  return (
    <SettingEditor
      {...props}
      name="masking"
      title={t('Body masking')}
      unset={t('nothing is hidden')}
      summary={({ rules }) => t('{count, plural, one {# rule} other {# rules}}', { count: rules.length })}
      form={form}
      className={styles.wide}
      renderFields={(editor) => <Rules editor={editor} />}
      renderSide={({ settings }) => (
        <>
          <MaskingTry masking={settings} mayNot={props.mayNotEdit} />
          <WhatItDoes>
            <p>
              {t(
                `Values are hidden on pages, in the HTTP API, in exports and downloads, and when a message is edited for a re-drive. Consumers receive messages unchanged.`,
              )}
            </p>
            <p>{t('If a rule has paths, a body that is not JSON is hidden completely.')}</p>
            <p>
              {t(
                `To see hidden values, users enter a reason each time. The audit log records it with the message and the rules.`,
              )}
            </p>
            <p>
              {t(
                'Keys, tags, message groups and error texts of applications are not hidden. Do not put secrets there.',
              )}
            </p>
          </WhatItDoes>
        </>
      )}
    />
  );
}

function Rules({ editor }: { readonly editor: SettingEditorOf<'masking', MaskingDraft, MaskingProblems> }) {
  const { draft, problems, mayNotEdit, edit } = editor;
  const change = (at: number, rule: RuleDraft | null) =>
    edit({ rules: draft.rules.flatMap((each, index) => (index !== at ? [each] : rule === null ? [] : [rule])) });
  return (
    <>
      {draft.rules.length === 0 ? (
        <p className="small text-2">{t('No rules: users who may read message bodies see everything.')}</p>
      ) : null}
      {draft.rules.map((rule, at) => (
        <MaskingRuleFields
          // oxlint-disable-next-line react/no-array-index-key -- rules have no id of their own, and are not moved
          key={at}
          number={at + 1}
          rule={rule}
          problem={problems.first?.rule === at ? problems.first : null}
          mayNotEdit={mayNotEdit}
          onChange={(changed) => change(at, changed)}
          onRemove={() => change(at, null)}
        />
      ))}
      <Button icon={Plus} disabledReason={mayNotEdit} onClick={() => edit({ rules: [...draft.rules, NEW_RULE] })}>
        {t('Add a rule')}
      </Button>
    </>
  );
}
