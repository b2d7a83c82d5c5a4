import { enumerated } from '@/lib/model/language/list';
import { msg, t, tell, told } from '@/lib/model/language/t';
import { type Masking, type MaskingRule, problemOfRule, type SeenFrom } from '@/lib/model/masking/rule';

/** A rule as it is typed: one entry a line. */
export interface RuleDraft extends Omit<MaskingRule, 'topics' | 'paths' | 'properties'> {
  readonly topics: string;
  readonly paths: string;
  readonly properties: string;
}
export interface MaskingDraft {
  readonly rules: readonly RuleDraft[];
}
type Lists = 'topics' | 'paths' | 'properties';

export const NEW_RULE: RuleDraft = {
  ...{ name: '', topics: '', wholeBody: false, paths: '', properties: '' },
  ...{ seenFrom: 'admin', shownTo: 'operator' },
};

export const draftOf = ({ rules }: Masking): MaskingDraft => ({
  rules: rules.map((rule) => ({
    ...rule,
    topics: rule.topics.join('\n'),
    paths: rule.paths.join('\n'),
    properties: rule.properties.join('\n'),
  })),
});

export function toRule(draft: RuleDraft): MaskingRule {
  const lines = (name: Lists) =>
    draft[name]
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  return {
    ...draft,
    name: draft.name.trim(),
    topics: lines('topics'),
    paths: lines('paths'),
    properties: lines('properties'),
  };
}

export interface RuleProblem {
  readonly rule: number;
  readonly field: keyof MaskingRule;
  readonly words: string;
}

export interface MaskingProblems {
  readonly first?: RuleProblem;
}

export function readDraft(draft: MaskingDraft): { settings: Masking | null; problems: MaskingProblems } {
  const rules = draft.rules.map(toRule);
  for (const [rule, each] of rules.entries()) {
    const problem = problemOfRule(each);
    const isTwice = rules.findIndex(({ name }) => name === each.name) < rule;
    const { field, limit } = problem ?? { field: 'name' as const, limit: told('a unique name') };
    if (problem !== null || isTwice)
      return {
        settings: null,
        problems: { first: { rule, field, words: t('Required: {limit}.', { limit: tell(limit) }) } },
      };
  }
  return { settings: { rules }, problems: {} };
}

/** What a rule says, in one line. */
export function wordsOf({ topics, wholeBody, paths, properties, seenFrom, shownTo }: MaskingRule): string {
  const parts = [...(wholeBody ? [t('whole body')] : paths), ...properties.map((name) => t('header {name}', { name }))];
  return t('{topics}: {parts}; {seen}; {shown}', {
    ...{ topics: enumerated(topics), parts: enumerated(parts), seen: t(SEEN[seenFrom]), shown: t(SHOWN[shownTo]) },
  });
}

const SEEN: Readonly<Record<SeenFrom, string>> = {
  viewer: msg('visible to viewers and above'),
  operator: msg('visible to operators and administrators'),
  admin: msg('visible to administrators'),
  nobody: msg('visible to no one'),
};
const SHOWN: Readonly<Record<SeenFrom, string>> = {
  viewer: msg('shown with a reason to viewers and above'),
  operator: msg('shown with a reason to operators and administrators'),
  admin: msg('shown with a reason to administrators'),
  nobody: msg('never shown'),
};

/** In the form of changes of every setting with versions. */
export function changesBetween(before: Masking, after: Masking) {
  const names = [...new Set([...before.rules, ...after.rules].map(({ name }) => name))];
  const words = ({ rules }: Masking, name: string): string => {
    const rule = rules.find((each) => each.name === name);
    return rule === undefined ? t('no rule') : wordsOf(rule);
  };
  return names
    .map((name) => ({
      field: name,
      label: t('rule {name}', { name }),
      before: words(before, name),
      after: words(after, name),
    }))
    .filter((change) => change.before !== change.after);
}

/** Rule by rule: what was not changed here is as it is there now. */
export function rebase(base: Masking, edited: Masking, current: Masking): Masking {
  const changed = new Set(changesBetween(base, edited).map(({ field }) => field));
  const kept = current.rules.filter(({ name }) => !changed.has(name));
  return { rules: [...kept, ...edited.rules.filter(({ name }) => changed.has(name))] };
}
