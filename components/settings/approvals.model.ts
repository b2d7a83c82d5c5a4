import { sayIn } from '@/lib/model/duration';
import { msg, t } from '@/lib/model/language/t';
import { changesByField } from '@/components/form/change.model';
import { APPROVAL_LIMITS, type ApprovalPolicy, type ApprovalRule } from '@/lib/model/approval/approval';
import { itemized } from '@/lib/model/language/list';

export interface RuleDraft extends Omit<ApprovalRule, 'fromMessages'> {
  readonly fromMessages: string;
}
export interface ApprovalsDraft {
  readonly rules: readonly RuleDraft[];
  readonly expiresAfterHours: string;
}
/** By field: "0.group" is of the first rule. */
export type ApprovalsProblems = Readonly<Record<string, string>>;

export const NEW_RULE: RuleDraft = { workspace: '', group: '*', fromMessages: '1000' };

export const draftOf = ({ rules, expiresAfterHours }: ApprovalPolicy): ApprovalsDraft => ({
  rules: rules.map((rule) => ({ ...rule, fromMessages: String(rule.fromMessages) })),
  expiresAfterHours: String(expiresAfterHours),
});

/** The same limits as the server's, said while typing. */
export function readDraft(draft: ApprovalsDraft): {
  readonly settings: ApprovalPolicy | null;
  readonly problems: ApprovalsProblems;
} {
  const problems: Record<string, string> = {};
  const whole = (field: string, text: string, most: number): number => {
    const value = /^\d{1,10}$/.test(text.trim()) ? Number(text) : 0;
    if (value < 1 || value > most) problems[field] = t('Enter a whole number from 1 to {most, number}.', { most });
    return value;
  };
  const rules = draft.rules.map(({ workspace, group, fromMessages }, at) => {
    if (group.trim() === '') problems[`${at}.group`] = t('Enter a name, a prefix followed by *, or *.');
    return {
      ...{ workspace: workspace.trim(), group: group.trim() },
      fromMessages: whole(`${at}.fromMessages`, fromMessages, 1e9),
    };
  });
  const expiresAfterHours = whole('expiresAfterHours', draft.expiresAfterHours, APPROVAL_LIMITS.hours);
  return { settings: Object.keys(problems).length > 0 ? null : { rules, expiresAfterHours }, problems };
}

function wordsOf({ workspace, group, fromMessages }: ApprovalRule): string {
  const given = { group, count: fromMessages };
  if (workspace === '') return t('{group} from {count, plural, one {# message} other {# messages}}', given);
  return workspace === '*'
    ? t('{group} in all workspaces from {count, plural, one {# message} other {# messages}}', given)
    : t('{group} in {workspace} from {count, plural, one {# message} other {# messages}}', { ...given, workspace });
}

export const { changesBetween, rebase } = changesByField<ApprovalPolicy>({
  rules: { label: msg('Rules'), words: (rules) => (rules.length === 0 ? t('none') : itemized(rules.map(wordsOf))) },
  expiresAfterHours: { label: msg('Expires after'), words: (hours) => sayIn(hours, 'h') },
});
