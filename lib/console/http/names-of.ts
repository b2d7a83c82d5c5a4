import 'server-only';
import { readProblems, readRedrive, requireAlarm, requireRedirect } from '../../broker';
import { groupOfSubject } from '../../model/alarm/subject';
import { SIGNALS } from '../../model/signal/signal';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import { redirectName } from '../../model/redirect/redirect';
import type { ConsoleContext } from './context';

/** A group or a topic that an entry of a registry is about. */
export interface Named {
  readonly kind: 'group' | 'topic';
  readonly name: string;
  /** The field of the input that says it. */
  readonly field?: string;
  /** It is made: whether there is one of this name is not said. */
  readonly isNew?: true;
}

type Name<Input> = (input: Input) => string | null | undefined;

/** Where an input names groups and topics, or what belongs to one. Of several, all are meant. */
export interface Naming<Input> {
  readonly group?: Name<Input>;
  readonly topic?: Name<Input>;
  /** One that may be made by it. */
  readonly newGroup?: Name<Input>;
  readonly newTopic?: Name<Input>;
  /** The number of a re-drive, an alarm; the key of a problem of the page Now. */
  readonly redrive?: (input: Input) => number;
  /** A redirect: its group, and the topic that it sends to. */
  readonly redirect?: (input: Input) => number;
  readonly alarm?: (input: Input) => number;
  readonly problem?: Name<Input>;
  readonly names?: (input: Input) => readonly Named[];
}

type Visible = Pick<ConsoleContext, 'broker'>;

/** @param visible reads what the caller may see, and nothing else @throws BrokerError as when there is none */
export async function namesOf<Input>(naming: Naming<Input>, input: Input, visible: Visible): Promise<readonly Named[]> {
  const { redrive, redirect, alarm, problem } = naming;
  const key = problem?.(input);
  return [
    ...named('group', naming.group?.(input)),
    ...named('topic', naming.topic?.(input)),
    ...named('group', naming.newGroup?.(input)).map((each) => ({ ...each, isNew: true as const })),
    ...named('topic', naming.newTopic?.(input)).map((each) => ({ ...each, isNew: true as const })),
    ...(redrive === undefined ? [] : await ofRedrive(redrive(input), visible)),
    ...(redirect === undefined ? [] : await ofRedirect(redirect(input), visible)),
    ...(alarm === undefined ? [] : await ofAlarm(alarm(input), visible)),
    ...(key == null ? [] : await ofProblem(key, visible)),
    ...(naming.names?.(input) ?? []),
  ];
}

function named(kind: Named['kind'], name: string | null | undefined): readonly Named[] {
  return name == null ? [] : [{ kind, name }];
}

async function ofRedrive(redriveId: number, { broker }: Visible): Promise<readonly Named[]> {
  return named('group', (await readRedrive(broker, redriveId)).group);
}

async function ofRedirect(redirectId: number, { broker }: Visible): Promise<readonly Named[]> {
  const { group, topic } = await requireRedirect(broker, redirectId);
  if (topic !== null) return [...named('group', group), ...named('topic', topic)];
  throw new BrokerError(
    'forbidden',
    told('{redirectId} sends to a topic that you may not see. Ask an operator who may see both.', {
      redirectId: redirectName(redirectId),
    }),
    { field: 'id', value: redirectId },
  );
}

async function ofAlarm(id: number, { broker }: Visible): Promise<readonly Named[]> {
  const { watch, subject } = await requireAlarm(broker, id);
  return named(SIGNALS[watch].subject === 'topic' ? 'topic' : 'group', groupOfSubject(subject));
}

async function ofProblem(key: string, visible: Visible): Promise<readonly Named[]> {
  const { items } = await readProblems(visible.broker);
  const subject = items.find((each) => each.key === key)?.subject;
  if (subject === undefined)
    throw new BrokerError('not-found', told('This problem does not exist any more.'), { field: 'problem', value: key });
  if (subject.kind === 're-drive') return ofRedrive(Number(subject.name.replace(/^RD-/, '')), visible);
  // To have it in hand is about its group, also where its topic is not seen.
  if (subject.kind === 'redirect')
    return named('group', (await requireRedirect(visible.broker, Number(subject.name.replace(/^SR-/, '')))).group);
  return subject.kind === 'group' || subject.kind === 'topic' ? named(subject.kind, subject.name) : [];
}
