import { sdkOf } from '@/lib/model/group/sdk';
import type { TopicConnectView } from '@/lib/console/operations/topics/views';
import type { Reading } from '@/lib/model/reading';
import { MESSAGE_TYPES, type MessageType } from '@/lib/model/topic/topic';
import { msg, t } from '@/lib/model/language/t';

export type StepState = 'done' | 'waiting' | 'later' | 'unknown';

type Newest = NonNullable<Extract<TopicConnectView['newest'], { value: unknown }>['value']>;

export interface ConnectStep {
  readonly state: StepState;
  readonly title: string;
  /** When it happened; null: it has not, or that is unknown. */
  readonly at: string | null;
  readonly message: Newest | null;
  readonly text: string;
}

/** What is filled in where this console knows no address. */
export const NO_ENDPOINT = 'proxy.example.com:8081';

interface Files {
  readonly producer: string;
  readonly consumer: string;
}

/** Four steps in their order. Only what is known counts as done; the first that is not is the one to wait for. */
export function stepsOf(connection: TopicConnectView, files: Files): readonly ConnectStep[] {
  const steps = [
    producerStep(connection.producer, files.producer),
    messageStep(connection),
    consumerStep(connection, files.consumer),
    commitStep(connection),
  ];
  const next = steps.findIndex(({ state }) => state === 'waiting');
  return steps.map((step, index) => (step.state === 'waiting' && index > next ? { ...step, state: 'later' } : step));
}

/** What is announced when it changes. */
export function summaryOf(steps: readonly ConnectStep[]): string {
  const next = steps.find(({ state }) => state === 'waiting');
  return next?.title ?? steps.findLast(({ state }) => state === 'done')?.title ?? '';
}

const none = () => ({ at: null, message: null, text: t('not yet') }) as const;

function unknownStep(title: string, { reason }: { readonly reason: string }): ConnectStep {
  return { ...none(), state: 'unknown', title, text: t('unknown: {reason}', { reason }) };
}

function producerStep(reading: TopicConnectView['producer'], file: string): ConnectStep {
  if (reading.kind === 'unknown') return unknownStep(t('Producer'), reading);
  if (reading.value === null)
    return { ...none(), state: 'waiting', title: t('Waiting for a producer…'), text: t('run {file}', { file }) };
  const { host, sdk, lastAt, isConsole } = reading.value;
  const done = { ...none(), state: 'done', at: lastAt } as const;
  if (sdk !== null)
    return { ...done, title: t('Producer connected'), text: t('{host}, {sdk}', { host, sdk: sdkOf(sdk) }) };
  if (isConsole) return { ...done, title: t('Sent by this console'), text: t('a test message; no producer yet') };
  return { ...done, title: t('Producer was connected'), text: t('{host}, by its newest message', { host }) };
}

function messageStep({ newest, stored }: TopicConnectView): ConnectStep {
  if (newest.kind !== 'unknown' && newest.value !== null) {
    const title = valueOf(stored) === 1 ? t('First message received') : t('Messages received');
    const { queueNo, offset, storedAt } = newest.value;
    const place =
      offset === null
        ? t('queue {queue, number}', { queue: queueNo })
        : t('queue {queue, number}, offset {offset, number}', { queue: queueNo, offset });
    return { state: 'done', title, at: storedAt, message: newest.value, text: place };
  }
  const count = valueOf(stored);
  if (count === null)
    return unknownStep(t('First message'), stored.kind === 'unknown' ? stored : { reason: t('not reported') });
  if (count === 0) return { ...none(), state: 'waiting', title: t('Waiting for the first message…') };
  return {
    ...none(),
    state: 'done',
    title: t('Messages received'),
    text: t('{count, plural, one {# message} other {# messages}} stored', { count }),
  };
}

function consumerStep({ group, consumer }: TopicConnectView, file: string): ConnectStep {
  const waiting = { ...none(), state: 'waiting', title: t('Waiting for a consumer…') } as const;
  if (group === null) return { ...waiting, text: t('choose a group') };
  if (consumer.kind === 'unknown') return unknownStep(t('Consumer'), consumer);
  if (consumer.value === null) return { ...waiting, text: t('run {file}', { file }) };
  const { host, count, ...sdk } = consumer.value;
  const given = { host, sdk: sdkOf(sdk) };
  return {
    ...none(),
    state: 'done',
    title: t('Consumer connected'),
    text:
      count > 1
        ? t('{host}, {sdk} and {others, plural, one {# other} other {# others}}', { ...given, others: count - 1 })
        : t('{host}, {sdk}', given),
  };
}

function commitStep({ group, newest, committed }: TopicConnectView): ConnectStep {
  const title = t('Waiting for the first commit…');
  if (group === null) return { ...none(), state: 'waiting', title };
  if (committed.kind === 'unknown') return unknownStep(t('First commit'), committed);
  if (committed.value !== null)
    return {
      ...none(),
      state: 'done',
      title: t('Message committed'),
      message: committed.value,
      text: t('by group {group}', { group }),
    };
  const state = newest.kind === 'unknown' ? null : (newest.value?.state ?? null);
  return { ...none(), state: 'waiting', title, text: t(outcomes[state ?? ''] ?? NOT_YET) };
}

/** Of the newest message, while none is committed. */
const outcomes: Readonly<Record<string, string>> = {
  ready: msg('not yet: ready for delivery'),
  'in-flight': msg('not yet: in progress'),
  'waiting-retry': msg('not yet: a delivery failed, a retry is due'),
  held: msg('not yet: on hold'),
  dead: msg('not yet: in the dead-letter queue'),
  'filtered-out': msg('not yet: excluded by the filter of the group'),
};

const NOT_YET = msg('not yet');

function valueOf(reading: Reading<number>): number | null {
  return reading.kind === 'unknown' ? null : reading.value;
}

/** A topic of a cluster that takes every type is sent plain messages. */
export function programType(type: TopicConnectView['type']): MessageType {
  return MESSAGE_TYPES.find((known) => known === type) ?? 'NORMAL';
}

export interface CodePart {
  readonly kind: 'keyword' | 'comment' | 'plain';
  readonly text: string;
}

const COMMENT = /\s(?:\/\/|#) .*$/;

/** Keywords and comments of a line; texts in quotes stay plain. */
export function codeParts(line: string, keywords: RegExp): readonly CodePart[] {
  const at = COMMENT.exec(line)?.index ?? line.length;
  const code = line
    .slice(0, at)
    .split(/("[^"]*"|'[^']*'|`[^`]*`)/)
    .flatMap((piece, index) => (index % 2 === 1 ? [plain(piece)] : wordsOf(piece, keywords)));
  return [...code, ...(at === line.length ? [] : [{ kind: 'comment', text: line.slice(at) } as const])];
}

const plain = (text: string): CodePart => ({ kind: 'plain', text });

function wordsOf(text: string, keywords: RegExp): CodePart[] {
  return text
    .split(/(\w+)/)
    .filter((word) => word !== '')
    .map((word) => ({ kind: keywords.test(word) ? 'keyword' : 'plain', text: word }));
}
