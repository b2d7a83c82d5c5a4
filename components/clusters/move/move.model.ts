import { BROKER_FIELDS } from '@/components/clusters/cluster-words.model';
import type { ReadData } from '@/lib/console/reads/registry';

export type MovePage = ReadData<'move'>;
export type Plan = MovePage['plan'];
export type Move = NonNullable<MovePage['move']>;
export type MoveAction = 'settings' | 'switch' | 'pause' | 'take' | 'send';

export interface StepWords {
  readonly title: string;
  /** What the button does, and what it does not. */
  readonly sentence: string;
  readonly button: string;
}

/** In the order in which they are taken. */
export const STEPS: readonly MoveAction[] = ['settings', 'switch', 'pause', 'take', 'send'];

export const STEP_WORDS: Readonly<Record<MoveAction, StepWords>> = {
  settings: {
    title: 'Topics and groups',
    sentence: 'Makes them on every broker, reads each back, and compares all of them once more.',
    button: 'Make topics and groups',
  },
  switch: {
    title: 'Switch the producers',
    sentence: 'Change the endpoints of producers from this installation to a proxy of the cluster, then say so here.',
    button: 'Producers are switched',
  },
  pause: {
    title: 'Pause the groups here',
    sentence: 'Nothing more is handed out here. What clients hold they can still finish.',
    button: 'Pause, and look whether all is at rest',
  },
  take: {
    title: 'Take the messages',
    sentence: 'What waits and is dead leaves this installation and is kept for the cluster. No cancel after that.',
    button: 'Take the messages',
  },
  send: {
    title: 'Switch the consumers, and send',
    sentence:
      'Change the endpoints of consumers too. One re-drive for each group sends what waited; dead letters stay dead.',
    button: 'Send what waited',
  },
};

export type StepState = 'done' | 'next' | 'running' | 'later';

/** Of one step of a move that is at `at`. Pure. */
export function stateOfStep(step: MoveAction, at: Move['step']): StepState {
  if (at === 'done') return 'done';
  if (at === 'taking') return step === 'take' ? 'running' : step === 'send' ? 'later' : 'done';
  if (at === 'sending') return step === 'send' ? 'running' : 'done';
  if (at === 'cancelled') return 'later';
  const [mine, now] = [STEPS.indexOf(step), STEPS.indexOf(at)];
  return mine < now ? 'done' : mine === now ? 'next' : 'later';
}

/** What came of it, newest first; the worker's part of a step belongs to it. */
export function outcomesOf({ outcomes }: Pick<Move, 'outcomes'>, step: MoveAction): Move['outcomes'] {
  const names = step === 'take' ? ['take', 'taking'] : step === 'send' ? ['send', 'sending'] : [step];
  return outcomes.filter((outcome) => names.includes(outcome.step)).toReversed();
}

/** What to do about producers that still send here. Pure. */
export function lateStep({ isTooLate }: Pick<NonNullable<Move['late']>, 'isTooLate'>): string {
  return isTooLate
    ? 'Change the endpoints of these producers. What they sent stays here: when this move is done, start another one ' +
        'of the same topics and groups, and it goes along; what groups without messages get is for their clients here.'
    : 'Change the endpoints of these producers before messages are taken: until then what they send goes along.';
}

/** Groups that get copies of what waits for a group that is reached through its topic. Pure. */
export function copiedTo({ groups }: Pick<Plan, 'groups'>, move: Pick<Move, 'groups'>): readonly string[] {
  const going = new Set(
    move.groups.filter(({ messages, waiting }) => messages && waiting > 0).map(({ group }) => group),
  );
  return [...new Set(groups.filter(({ name }) => going.has(name)).flatMap(({ others }) => others))].toSorted();
}

export function mayCancel(step: Move['step']): boolean {
  return step === 'settings' || step === 'switch' || step === 'pause' || step === 'take';
}

export const PRESENCE_WORDS: Readonly<Record<Plan['topics'][number]['presence'], string>> = {
  absent: 'is made',
  same: 'there, as here',
  uneven: 'is made equal',
  other: 'there, with other settings',
  blocked: 'cannot move',
};

/** "Max retries: 16 here, 3 there". */
export function differenceWords({ field, here, there }: Plan['groups'][number]['differences'][number]): string {
  const { label, words } = BROKER_FIELDS[field] as {
    readonly label: string;
    readonly words: (value: unknown) => string;
  };
  return `${label}: ${words(here)} here, ${words(there)} there`;
}

export interface Chosen {
  readonly topics: ReadonlySet<string>;
  readonly groups: ReadonlySet<string>;
  /** Groups whose messages go along. */
  readonly messages: ReadonlySet<string>;
}

/** All that can move, and the messages of the groups that are reached alone. */
export function firstChoice({ topics, groups }: Plan): Chosen {
  const movable = groups.filter(({ presence }) => presence !== 'blocked');
  return {
    topics: new Set(topics.filter(({ presence }) => presence !== 'blocked').map(({ name }) => name)),
    groups: new Set(movable.map(({ name }) => name)),
    messages: new Set(
      movable
        .filter(
          ({ way, messagesStay, waiting, dead }) => way === 'alone' && messagesStay === null && waiting + dead > 0,
        )
        .map(({ name }) => name),
    ),
  };
}

/** Why it cannot be started; null: it can. */
export function startBlocker(
  { groups, silent }: Plan,
  chosen: Chosen,
  { overwrite, reason }: { readonly overwrite: boolean; readonly reason: string },
): string | null {
  const [away] = silent;
  if (away !== undefined) return `${away.broker} does not answer: all brokers must`;
  if (chosen.topics.size + chosen.groups.size === 0) return 'Choose a topic or a group';
  const other = groups.find(({ name, presence }) => presence === 'other' && chosen.groups.has(name));
  if (other !== undefined && !overwrite) return `${other.name} has other settings there: say that they are overwritten`;
  return reason.trim() === '' ? 'Enter a reason' : null;
}

/** Toggles one name. */
export function toggled(set: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(name)) next.add(name);
  return next;
}
