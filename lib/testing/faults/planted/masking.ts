import { type Fault, faultsIn } from '../fault';

const HOSTILE = ['lib/broker/redrive/hostile-bodies.test.ts'];
const MODEL = ['lib/model/masking/masking.test.ts'];
const RULES = ['lib/console/api/masking.db.test.ts'];

export const MASKING_FAULTS: readonly Fault[] = [
  ...faultsIn('lib/model/masking/find-values.ts', MODEL, [
    ['a name that is written with escapes is another name', "name.includes('\\\\')", 'false'],
    ['a deep step ends at the first name', 'step.deep) add(progress)', 'step.deep && false) add(progress)'],
  ]),
  ...faultsIn('lib/model/masking/find-values.ts', HOSTILE, [
    [
      'a deep body has a stage of a pattern for each way that leads there',
      'last?.pattern !== next.pattern || last.done !== next.done',
      'true',
    ],
  ]),
  ...faultsIn('lib/model/masking/hide.ts', MODEL, [
    ['a field that is written in a text is shown', 'withTexts: true', 'withTexts: false'],
    [
      'a body that is not JSON is shown',
      'return { bytes: null, hidden: { rules: namesOf(hiding), whole: found, values: 1 } };',
      'return { bytes, hidden: null };',
    ],
  ]),
  ...faultsIn('lib/model/masking/restore.ts', MODEL, [
    ['a hidden value may be left out of an edit', ' || now.length !== was.length', ''],
  ]),
  ...faultsIn('lib/broker/redrive/edited.ts', RULES, [
    ['a patch may copy a hidden value', 'patch.length + convert.length > 0 && ofBody.length > 0', 'ofBody.length > 99'],
  ]),
  ...faultsIn('lib/broker/dead-letter/browse.ts', RULES, [
    ['hidden values are found by searching', 'unread: await unreadTopics(ctx, filter),', 'unread: undefined,'],
  ]),
  ...faultsIn('lib/console/http/masked.ts', RULES, [
    ['every operator has hidden values shown', 'reaches(rankIn(principal, topic), shownTo)', 'true'],
  ]),
];
