'use client';

import { useState } from 'react';
import { useActionForm } from '@/components/form/use-action-form';
import { useRowEdit } from '@/components/form/use-row-edit';
import { useWorkspace } from '@/components/live/use-workspace';
import { createAlarmRuleAction, putAlarmRuleAction } from '@/lib/console/actions/alarms';
import type { AlarmRuleView, AlarmsPage } from '@/lib/console/operations/alarms/views';
import { valueOrNull } from '@/lib/model/reading';
import { draftOf, fieldsOf, RULE_LABELS, type RuleDraft, ruleProblems } from './rule-draft.model';
import { t } from '@/lib/model/language/t';

export interface RuleFormOptions {
  /** Null: a new one. */
  readonly rule: AlarmRuleView | null;
  readonly page: AlarmsPage;
  readonly mayNotEdit: string | null;
  /** Reads the page again. */
  readonly reload: () => unknown;
  readonly onDone: () => void;
}

const FIELDS = [
  ...['watch', 'subject', 'threshold', 'clearBelow', 'windowMs', 'forMs', 'clearForMs', 'unknownForMs', 'repeatMs'],
  ...['channelIds', 'reason'],
];

/** An alarm rule while it is typed: what is wrong with it, what others saved, and the way to save it. */
export function useRuleForm({ rule, page, mayNotEdit, reload, onDone }: RuleFormOptions) {
  const workspace = useWorkspace();
  const [draft, setDraft] = useState<RuleDraft>(() => draftOf(rule));
  const [reason, setReason] = useState('');
  const fields = fieldsOf(draft);
  const edit = useRowEdit({
    ...{ opened: rule, draftOf, draft, onDraft: setDraft, reload, labels: RULE_LABELS },
    current: valueOrNull(page.rules)?.find(({ ruleId }) => ruleId === rule?.ruleId) ?? null,
    savedBy: ({ updatedBy, updatedAt, reason: why }) => ({
      ...{ actor: updatedBy, at: updatedAt, reason: why === '' ? null : why },
    }),
    interest: { kinds: ['alarm'] },
  });
  const form = useActionForm(
    {
      action: (input: Parameters<typeof createAlarmRuleAction>[0]) =>
        rule === null || edit.version === null
          ? createAlarmRuleAction(input, workspace)
          : putAlarmRuleAction({ ...input, id: String(rule.ruleId), version: edit.version }, workspace),
      input: () => (fields === null ? null : { ...fields, reason }),
      ...{ onDone, onFailure: edit.onFailure },
    },
    FIELDS,
  );
  const problems = ruleProblems(draft, workspace === null ? 'embedded' : 'cluster');
  return {
    ...{ draft, fields, reason, setReason, form, edit },
    set: (changes: Partial<RuleDraft>) => setDraft((before) => ({ ...before, ...changes })),
    errorOf: (field: string) => problems.get(field) ?? form.errorOf(field),
    blocker: mayNotEdit ?? edit.blocker ?? blockerOf(rule, draft, problems),
  };
}

function blockerOf(rule: AlarmRuleView | null, draft: RuleDraft, problems: ReadonlyMap<string, string>): string | null {
  if (problems.size > 0) return t('A field is not valid');
  const isSame = rule !== null && JSON.stringify(draft) === JSON.stringify(draftOf(rule));
  return isSame ? t('Nothing is changed') : null;
}
