import { describe, expect, it, test } from 'vitest';
import type { RedrivePlanView } from '@/lib/console/operations/redrives/views';
import { known, unknown } from '@/lib/model/reading';
import { EMPTY_RULE, editDraftOf, readEdit, readRule } from './edit.model';
import { planFor, scopeWords, stayWords, withoutLeave } from './plan.model';
import { safetyChecks } from './safety.model';
import {
  apiBody,
  careOfDraft,
  curlOf,
  FIRST_DRAFT,
  liveDelayWords,
  readRate,
  releaseSteps,
  startBlock,
  startLabel,
  suggestedReason,
  timeNeeded,
} from './start.model';

const at = '2026-01-01T14:41:40.000Z';
const plan: RedrivePlanView = {
  group: 'billing',
  ordered: false,
  maxRetries: 3,
  cluster: null,
  selection: { all: true, throughId: 9, leaveOut: { newerConsumed: true } },
  leave: 'newer,held,tags',
  frozenAt: at,
  matched: 120,
  inSet: 120,
  excluded: 0,
  missing: [],
  diedSince: 0,
  throughId: 9,
  bodyBytes: 10,
  firstAt: null,
  lastAt: null,
  expiresAt: null,
  reasons: [],
  breakdown: [],
  causes: [],
  causeCount: 0,
  evidence: {
    asOf: at,
    paused: null,
    consumers: known(6, at),
    sdks: ['java 5.2.1'],
    failedClients: { of: 4, connected: 0 },
    failedVersions: ['2.14.0'],
    retries: known({ succeeded: 398, failed: 6, lastFailedAt: at, since: at }, at),
    lastDeathAt: at,
    live: known(4, at),
    liveDelayP95Ms: known(180, at),
    most: known({ perSecond: 31, at }, at),
    roomDays: 7,
    refused: { count: 0, by: null },
    amplification: known(1, at),
  },
  alarm: null,
  startNotAllowed: null,
  editNotAllowed: null,
};
const draft = { ...FIRST_DRAFT, reason: 'fixed' };

test('the start button says why it does nothing', () => {
  expect(startBlock(plan, { ...draft, reason: '' })).toContain('a reason');
  expect(startBlock(plan, draft)).toBeNull();
  expect(startBlock({ ...plan, inSet: 99 }, { ...draft, reason: '' })).toBeNull();
  expect(startBlock({ ...plan, inSet: 100 }, { ...draft, reason: '' })).toContain('a reason');
  expect(startBlock({ ...plan, inSet: 0, excluded: 3 }, draft)).toBe('All messages are left out');
  expect(startBlock({ ...plan, startNotAllowed: 'no' }, draft)).toBe('no');
  expect(startBlock(plan, { ...draft, canary: 'x' })).toBe('The canary is not valid');
  expect(startBlock(plan, { ...draft, canary: 'x', hasCanary: false })).toBeNull();
  expect(startBlock(plan, { ...draft, editProblem: 'look first' })).toBe('look first');
  expect(startBlock(plan, { ...draft, topic: 't', topicProblem: 'tick' })).toBe('tick');
});

test('the label says how many go first', () => {
  expect(startLabel(plan, draft)).toBe('Start with 10 of 120');
  expect(startLabel({ inSet: 3, cluster: null }, draft)).toBe('Start with 3');
  expect(startLabel(plan, { ...draft, hasCanary: false })).toBe('Start with 120');
  expect(startLabel(plan, { ...draft, edits: { rule: { tag: 'x' } } })).toBe('Start with 10 of 120, edited');
  // What the rule leaves as it is does not go.
  const left = { ...draft, edits: { rule: { tag: 'x' } }, leftByRule: 115 };
  expect(startLabel(plan, left)).toBe('Start with 5, edited');
  expect(startLabel(plan, { ...draft, topic: 'manual' })).toBe('Send 120 to manual');
});

test('rates and times', () => {
  expect(readRate('20')).toEqual({ value: 20, error: null });
  expect(readRate(' ')).toEqual({ value: null, error: null });
  expect(readRate('1.5').error).not.toBeNull();
  expect(readRate('0').error).not.toBeNull();
  // 10 at 20/s, 20 at 5/s, 40 at 10/s, 50 at 20/s
  expect(releaseSteps(120, draft)?.map(({ perSecond, untilS }) => [perSecond, untilS])).toEqual([
    [20, 0.5],
    [5, 4.5],
    [10, 8.5],
    [20, 11],
  ]);
  expect(timeNeeded(120, draft)).toBe('about 11 s');
  expect(timeNeeded(120, { ...draft, hasCanary: false })).toBe('about 6 s');
  expect(timeNeeded(120, { ...draft, rate: '' })).toBe('a few seconds');
  expect(timeNeeded(0, draft)).toBe('0 s');
});

describe('the command', () => {
  it('has the body of the button', () => {
    expect(apiBody(plan, draft)).toEqual({
      group: 'billing',
      all: true,
      leaveOut: { newerConsumed: true },
      throughId: 9,
      ratePerSecond: 20,
      canary: { count: 10 },
      reason: 'fixed',
    });
    expect(careOfDraft({ ...draft, hasCanary: false, stops: false })).toEqual({ canary: null, abort: null });
    expect(careOfDraft({ ...draft, liveDelayMs: '500' })).toMatchObject({ abort: { delayP95Ms: 500 } });
    expect(careOfDraft({ ...draft, stops: false, liveDelayMs: '500' })).toMatchObject({
      abort: { delayP95Ms: 500, failedShare: null, unfetchedMs: null },
    });
    expect(careOfDraft({ ...draft, liveDelayMs: '0' })).toBeNull();
    expect(startBlock(plan, { ...draft, liveDelayMs: 'soon' })).toBe('The live delay is not valid');
    expect(
      apiBody(
        {
          ...plan,
          alarm: { incidentId: 4, says: 'x', firedAt: at, open: true },
          selection: {
            filter: { attempts: '3-5', held: 'no', expires: at, topic: 'orders', version: '2.14.0' },
            throughId: 9,
          },
        },
        { ...draft, topic: 'manual' },
      ),
    ).toMatchObject({
      filter: {
        ...{ attemptsFrom: 3, attemptsTo: 5, held: false, expiresBefore: at },
        ...{ topic: 'orders', appVersion: '2.14.0' },
      },
      incident: '4',
      canary: null,
      abort: null,
      target: { topic: 'manual' },
    });
    expect(
      apiBody({ ...plan, selection: { redrive: { redriveId: 7, verdicts: ['died-again'] }, throughId: 9 } }, draft),
    ).toMatchObject({
      redrive: { id: '7', verdicts: ['died-again'] },
    });
  });

  it('survives a shell', () => {
    expect(curlOf('http://x', { reason: "it's" })).toBe(
      `curl -X POST 'http://x/api/v1/redrives' -H "authorization: Bearer $REDRIVE_API_TOKEN" -H 'content-type: application/json' -d '{"reason":"it'\\''s"}'`,
    );
  });
});

describe('is it safe', () => {
  const kinds = (fields: Partial<RedrivePlanView>, evidence: Partial<RedrivePlanView['evidence']> = {}) =>
    safetyChecks({ ...plan, ...fields, evidence: { ...plan.evidence, ...evidence } }, draft).map(({ kind }) => kind);

  it('passes on evidence and always warns of side effects', () => {
    expect(kinds({}, { retries: known({ succeeded: 9, failed: 0, lastFailedAt: null, since: at }, at) })).toEqual([
      'passed',
      'passed',
      'passed',
      'passed',
      'passed',
      'warning',
    ]);
  });

  it('warns, and says unknown where nothing is known', () => {
    expect(
      kinds(
        { diedSince: 2, breakdown: [{ part: 'earlier', label: '318', count: 1 }] },
        {
          consumers: unknown('no node'),
          failedClients: { of: 4, connected: 2 },
          retries: unknown('not read'),
          most: known({ perSecond: 10, at }, at),
          amplification: known(2.5, at),
        },
      ),
    ).toEqual(['unknown', 'warning', 'unknown', 'warning', 'warning', 'warning', 'warning', 'warning']);
    expect(
      kinds({}, { refused: { count: 3, by: 'group/x' }, failedClients: { of: 0, connected: 0 } }).slice(0, 5),
    ).toEqual(['passed', 'unknown', 'warning', 'passed', 'warning']);
  });
});

test('to another topic go also dead letters whose own topic was deleted', () => {
  const reasons = [
    { kind: 'topic-deleted' as const, why: 'x', count: 3, sampleIds: [] },
    { kind: 'held' as const, why: 'y', count: 2, sampleIds: [] },
  ];
  const mixed = { ...plan, matched: 10, inSet: 5, excluded: 5, reasons };
  expect(planFor(mixed, null)).toBe(mixed);
  expect(planFor(mixed, 'manual')).toMatchObject({ inSet: 8, excluded: 2, reasons: [{ kind: 'held' }] });
});

test('words of what is left out', () => {
  expect(stayWords({ kind: 'in-redrive', why: 'already in RD-12' })).toMatchObject({
    href: { to: '/redrives/RD-12', link: 'Open RD-12' },
    leave: null,
  });
  expect(stayWords({ kind: 'newer-consumed', why: 'x' }).leave).toBe('newer');
  expect(stayWords({ kind: 'topic-deleted', why: 'its topic was deleted: a (deleted 3)' })).toMatchObject({
    ...{ title: 'Topic deleted', leave: null },
  });
  expect(withoutLeave('newer,held', 'newer')).toBe('held');
  expect(withoutLeave('newer', 'newer')).toBe('none');
  expect(scopeWords({ ...plan, selection: { filter: { cause: 'k', q: 'x' }, throughId: 1 } })).toBe(
    'billing, text “x”, one cause',
  );
  expect(liveDelayWords(known(179.6, at))).toBe('Live delay now: 180 ms (p95 of the last 30 s)');
  expect(liveDelayWords(unknown('no live message was delivered in the last 30 s'))).toBe(
    'Live delay now: unknown (no live message was delivered in the last 30 s)',
  );
});

test('a plan suggests its reason: the alarm that led here, else its causes and its group', () => {
  const alarm = { incidentId: 1, says: 'Dead letters', firedAt: at, open: true };
  expect(suggestedReason({ ...plan, alarm })).toBe('Alarm “Dead letters” of 2026-01-01 14:41 UTC');
  const cause = { errorType: 'GatewayTimeout', brokerCause: null };
  expect(suggestedReason({ ...plan, causes: [cause], causeCount: 1 })).toBe(
    'Re-drive 120 dead letters of billing: GatewayTimeout',
  );
  expect(suggestedReason({ ...plan, causes: [cause], causeCount: 11 })).toBe(
    'Re-drive 120 dead letters of billing: GatewayTimeout and 10 more causes',
  );
  expect(suggestedReason(plan)).toBe('Re-drive 120 dead letters of billing');
});

describe('what the editor says', () => {
  const message = { messageId: 'm', tag: 'paid', keys: ['k'], properties: { a: '1' }, text: '{"a":1}' };
  const as = (fields: object) => readEdit(message, { ...editDraftOf(message), ...fields });

  it('names what differs and nothing else', () => {
    expect(as({})).toEqual({ edits: null, problem: null });
    expect(as({ body: '{"a":2}', tag: '', keys: 'k\nl', properties: 'a=1\nb=x=y' }).edits).toEqual({
      messages: [{ messageId: 'm', body: '{"a":2}', tag: null, keys: ['k', 'l'], properties: { a: '1', b: 'x=y' } }],
    });
  });

  it('takes the value of a property as it stands, and edits none that a line cannot hold', () => {
    const spaced = { ...message, properties: { a: ' 1 ', b: '' } };
    const draft = editDraftOf(spaced);
    const edited = readEdit(spaced, { ...draft, properties: `${draft.properties}\nc=x ` }).edits;
    expect(edited?.messages?.[0]?.properties).toEqual({ a: ' 1 ', b: '', c: 'x ' });
    const broken = { ...message, properties: { a: '1\nb=2' } };
    expect(readEdit(broken, { ...editDraftOf(broken), properties: 'a=1' }).problem).toContain(
      'Property a contains a line',
    );
    expect(readEdit(broken, { ...editDraftOf(broken), tag: 't' }).problem).toBeNull();
  });

  it('keeps JSON JSON', () => {
    expect(as({ body: '{"a":' }).problem).toContain('no longer valid JSON');
    expect(readEdit({ ...message, text: 'x' }, { ...editDraftOf(message), body: '{' }).problem).toBeNull();
    expect(as({ body: '' }).problem).toContain('empty');
    expect(as({ properties: 'nothing' }).problem).toContain('property');
  });

  it('reads a rule', () => {
    expect(readRule(EMPTY_RULE)).toEqual({ edits: null, problem: null });
    expect(
      readRule({
        patch: '[{"op":"remove","path":"/a"}]',
        convert: [{ path: '/n', to: 'number' }],
        set: 'b=2',
        remove: 'c',
        tag: 't',
      }).edits,
    ).toEqual({
      rule: {
        patch: [{ op: 'remove', path: '/a' }],
        convert: [{ path: '/n', to: 'number' }],
        setProperties: { b: '2' },
        removeProperties: ['c'],
        tag: 't',
      },
    });
    expect(readRule({ ...EMPTY_RULE, patch: '[{"op": replace}]' }).problem).toBe(
      'The JSON Patch is not valid JSON: line 1, column 9: expected a value, found replace',
    );
    expect(readRule({ ...EMPTY_RULE, patch: '{}' }).problem).toContain('a list');
  });
});
