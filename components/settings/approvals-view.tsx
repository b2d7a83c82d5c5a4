'use client';

import { Said } from '@/components/ui/said';
import { pieces, t } from '@/lib/model/language/t';
import { Plus, Trash2 } from 'lucide-react';
import { Field } from '@/components/form/field';
import { TextInput } from '@/components/form/inputs';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import {
  type ApprovalsDraft,
  type ApprovalsProblems,
  changesBetween,
  draftOf,
  NEW_RULE,
  readDraft,
  rebase,
  type RuleDraft,
} from './approvals.model';
import { SettingEditor, type SettingEditorOf, WhatItDoes } from './setting-editor';
import styles from './masking.module.css';
import type { SettingPageProps } from './use-setting';

const form = { ...{ draftOf, read: readDraft, changesBetween, rebase }, fields: ['expiresAfterHours'] };
type Editor = SettingEditorOf<'approvals', ApprovalsDraft, ApprovalsProblems>;

/** From how many messages on a change needs a second person. */
export function ApprovalsSettingView(props: SettingPageProps) {
  return (
    <SettingEditor
      {...props}
      name="approvals"
      title={t('Approvals')}
      unset={t('no change needs approval')}
      summary={({ rules }) => t('{count, plural, one {# rule} other {# rules}}', { count: rules.length })}
      form={form}
      className={styles.wide}
      renderFields={(editor) => <Fields editor={editor} />}
      renderSide={() => (
        <WhatItDoes>
          <p>
            <Said
              of={pieces(
                `Re-drives, discards, offset resets, moves to the DLQ and recalls of messages in flight become requests
                when they affect at least as many messages as a rule says. Another person reviews the plan and approves
                it on {page}. The messages are fixed when the request is made.`,
                {
                  page: (
                    <Link href="/approvals" className="underlined">
                      {t('Approvals')}
                    </Link>
                  ),
                },
              )}
            />
          </p>
          <p>
            {t('If several rules match a group, the strictest one applies. Changes by API tokens need approval too.')}
          </p>
          <p>
            {t(
              `An administrator who is alone on call can remove a rule temporarily. The audit log records who did it and
              why.`,
            )}
          </p>
        </WhatItDoes>
      )}
    />
  );
}

function Fields({ editor }: { readonly editor: Editor }) {
  const { draft, problems, mayNotEdit, edit } = editor;
  const readOnly = mayNotEdit !== null;
  const change = (at: number, rule: RuleDraft | null) =>
    edit({
      ...draft,
      rules: draft.rules.flatMap((each, index) => (index !== at ? [each] : rule === null ? [] : [rule])),
    });
  return (
    <>
      {draft.rules.length === 0 ? <p className="small text-2">{t('No rules: no change needs approval.')}</p> : null}
      {draft.rules.map((rule, at) => {
        const set = (fields: Partial<RuleDraft>) => change(at, { ...rule, ...fields });
        return (
          // oxlint-disable-next-line react/no-array-index-key -- rules have no id of their own, and are not moved
          <fieldset key={at} className={styles.rule} aria-label={t('Rule {number, number}', { number: at + 1 })}>
            <div className={styles.head}>
              <strong className="small">{t('Rule {number, number}', { number: at + 1 })}</strong>
              <Button
                size="small"
                variant="ghost"
                icon={Trash2}
                disabledReason={mayNotEdit}
                onClick={() => change(at, null)}
              >
                {t('Remove')}
              </Button>
            </div>
            <Field
              label={t('Workspace')}
              hint={t('Leave empty for this installation. Enter * for all workspaces, or the name of a cluster.')}
            >
              <TextInput
                value={rule.workspace}
                readOnly={readOnly}
                onChange={({ target }) => set({ workspace: target.value })}
              />
            </Field>
            <Field
              label={t('Groups')}
              error={problems[`${at}.group`]}
              hint={t('A name, a prefix such as orders-*, or * for all groups.')}
            >
              <TextInput
                value={rule.group}
                readOnly={readOnly}
                onChange={({ target }) => set({ group: target.value })}
              />
            </Field>
            <Field label={t('Minimum number of messages')} error={problems[`${at}.fromMessages`]}>
              <TextInput
                inputMode="numeric"
                value={rule.fromMessages}
                readOnly={readOnly}
                onChange={({ target }) => set({ fromMessages: target.value })}
              />
            </Field>
          </fieldset>
        );
      })}
      <Button
        icon={Plus}
        disabledReason={mayNotEdit}
        onClick={() => edit({ ...draft, rules: [...draft.rules, NEW_RULE] })}
      >
        {t('Add a rule')}
      </Button>
      <Field label={t('Requests expire after (hours)')} error={problems['expiresAfterHours']} hint={t('1 to 168')}>
        <TextInput
          name="expiresAfterHours"
          inputMode="numeric"
          value={draft.expiresAfterHours}
          readOnly={readOnly}
          onChange={({ target }) => edit({ ...draft, expiresAfterHours: target.value })}
        />
      </Field>
    </>
  );
}
