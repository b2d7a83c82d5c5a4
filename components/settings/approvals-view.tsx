'use client';

import { Plus, Trash2 } from 'lucide-react';
import { Field } from '@/components/form/field';
import { TextInput } from '@/components/form/inputs';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { plural } from '@/components/ui/number.model';
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
      title="Approvals"
      unset="no change needs a second person"
      summary={({ rules }) => plural(rules.length, 'rule')}
      form={form}
      className={styles.wide}
      renderFields={(editor) => <Fields editor={editor} />}
      renderSide={() => (
        <WhatItDoes>
          <p>
            A re-drive, a discard, an offset reset, a move to the DLQ or taking messages back from clients is kept as a
            request when it is about as many messages as a rule says. Another person approves it on{' '}
            <Link href="/approvals" className="underlined">
              Approvals
            </Link>
            , with its plan in view. Its set is fixed when it is asked.
          </p>
          <p>Of several rules for a group the strictest counts. Requests by API tokens are guarded too.</p>
          <p>
            An administrator who is alone at night can take a rule away for the time; the audit log keeps who did it and
            why.
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
      {draft.rules.length === 0 ? (
        <p className="small text-2">No rule: one person is enough for every change.</p>
      ) : null}
      {draft.rules.map((rule, at) => {
        const set = (fields: Partial<RuleDraft>) => change(at, { ...rule, ...fields });
        return (
          // oxlint-disable-next-line react/no-array-index-key -- rules have no id of their own, and are not moved
          <fieldset key={at} className={styles.rule} aria-label={`Rule ${at + 1}`}>
            <div className={styles.head}>
              <strong className="small">Rule {at + 1}</strong>
              <Button
                size="small"
                variant="ghost"
                icon={Trash2}
                disabledReason={mayNotEdit}
                onClick={() => change(at, null)}
              >
                Remove
              </Button>
            </div>
            <Field
              label="Workspace"
              hint="Leave it empty for this installation, enter * for all workspaces, or the name of a cluster."
            >
              <TextInput
                value={rule.workspace}
                readOnly={readOnly}
                onChange={({ target }) => set({ workspace: target.value })}
              />
            </Field>
            <Field label="Groups" error={problems[`${at}.group`]} hint="A name; orders-* is a prefix, * all.">
              <TextInput
                value={rule.group}
                readOnly={readOnly}
                onChange={({ target }) => set({ group: target.value })}
              />
            </Field>
            <Field label="Messages, at least" error={problems[`${at}.fromMessages`]}>
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
        Add a rule
      </Button>
      <Field label="A request expires after, hours" error={problems['expiresAfterHours']} hint="1 to 168">
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
