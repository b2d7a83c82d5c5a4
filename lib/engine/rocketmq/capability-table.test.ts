import { test } from 'vitest';
import { type BrokerFacts, CAPABILITIES, FEATURES, type GroupKind, supportFor } from '../../cluster';
import { expectMadePart, markdownTable } from '../../testing/docs/made-part';
import { OFFERED } from './offered';

/** A broker as it comes. */
const AS_IT_COMES: BrokerFacts = {
  version: '5.3.3',
  role: 'ASYNC_MASTER',
  flush: 'ASYNC_FLUSH',
  popStore: 'records',
  mergesPopRecords: false,
  autoCreatesGroups: true,
  usesRetryTopicV2: false,
  readsRetryTopicV1: true,
  retentionHours: 72,
  delayLevelsMs: [],
  timer: { windowMs: 172_800_000, precisionMs: 1_000, isInRocks: false, isRecallOn: false },
  maxMessageBytes: 4_194_304,
  filtersProperties: false,
  prometheusPort: null,
  lines: {},
  reviveQueues: 8,
  mayWrite: true,
};
const KINDS: readonly { readonly kind: GroupKind; readonly head: string }[] = [
  { kind: 'pop', head: '5.x clients' },
  { kind: 'pop-ordered', head: '5.x clients, ordered' },
  { kind: 'classic', head: '4.x clients' },
];

function tableOf(): string {
  const head = ['What', ...KINDS.map((each) => each.head), 'In the console'];
  const rows = FEATURES.map((feature) => [
    CAPABILITIES[feature].title,
    ...KINDS.map(({ kind }) => wordsOf(supportFor(feature, kind, [AS_IT_COMES]))),
    OFFERED.has(feature) ? 'yes' : isNever(feature) ? '–' : 'not yet',
  ]);
  return markdownTable([head, ...rows]);
}

function isNever(feature: (typeof FEATURES)[number]): boolean {
  return KINDS.every(({ kind }) => supportFor(feature, kind, [AS_IT_COMES]).level === 'none');
}

function wordsOf(support: ReturnType<typeof supportFor>): string {
  return support.level === 'full' ? 'yes' : `${support.level === 'none' ? 'no' : 'in part'}: ${support.reason}`;
}

test('the table of capabilities in the documentation is the one of the code', async () => {
  await expectMadePart('cluster/limits.md', 'lib/engine/rocketmq/capability-table.test.ts', tableOf());
});
