import { BROKER_FIELDS } from '@/components/clusters/cluster-words.model';
import type { ReadData } from '@/lib/console/reads/registry';
import { compareNames } from '@/lib/model/language/names';
import { msg, t } from '@/lib/model/language/t';

export type MovePage = ReadData<'move'>;
export type Plan = MovePage['plan'];
export type Move = NonNullable<MovePage['move']>;
export type MoveAction = 'settings' | 'switch' | 'pause' | 'take' | 'send';

export interface StepWords {
  /** Messages. */
  readonly title: string;
  /** What the button does, and what it does not. */
  readonly sentence: string;
  readonly button: string;
}

/** In the order in which they are taken. */
export const STEPS: readonly MoveAction[] = ['settings', 'switch', 'pause', 'take', 'send'];

export const STEP_WORDS: Readonly<Record<MoveAction, StepWords>> = {
  settings: {
    title: msg('Topics and groups'),
    sentence: msg('Creates them on every broker, reads each one back, and compares all of them again.'),
    button: msg('Create topics and groups'),
  },
  switch: {
    title: msg('Switch the producers'),
    sentence: msg(
      'Change the endpoints of the producers from this installation to a proxy of the cluster, then confirm it here.',
    ),
    button: msg('Producers are switched'),
  },
  pause: {
    title: msg('Pause the groups here'),
    sentence: msg('No more messages are delivered here. Clients can still finish messages in flight.'),
    button: msg('Pause and check for messages in flight'),
  },
  take: {
    title: msg('Take the messages'),
    sentence: msg(
      `Waiting messages and dead letters leave this installation and are kept for the cluster. The move cannot be
      cancelled after this step.`,
    ),
    button: msg('Take the messages'),
  },
  send: {
    title: msg('Switch the consumers and send'),
    sentence: msg(
      `Change the endpoints of the consumers too. One re-drive per group sends the waiting messages; dead letters stay
      dead letters.`,
    ),
    button: msg('Send the waiting messages'),
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
    ? t(
        `Change the endpoints of these producers. The messages that they sent stay here. To move them, start another move
        of the same topics and groups when this one is done. Groups that move without messages consume them here.`,
      )
    : t(
        `Change the endpoints of these producers before messages are taken. Messages that they send until then move
        too.`,
      );
}

/** Groups that get copies of what waits for a group that is reached through its topic. Pure. */
export function copiedTo({ groups }: Pick<Plan, 'groups'>, move: Pick<Move, 'groups'>): readonly string[] {
  const going = new Set(
    move.groups.filter(({ messages, waiting }) => messages && waiting > 0).map(({ group }) => group),
  );
  return [...new Set(groups.filter(({ name }) => going.has(name)).flatMap(({ others }) => others))].toSorted(
    compareNames,
  );
}

export function mayCancel(step: Move['step']): boolean {
  return step === 'settings' || step === 'switch' || step === 'pause' || step === 'take';
}

export const PRESENCE_WORDS: Readonly<Record<Plan['topics'][number]['presence'], string>> = {
  absent: msg('will be created'),
  same: msg('exists, the same'),
  uneven: msg('will get the same settings'),
  other: msg('exists, with other settings'),
  blocked: msg('cannot move'),
};

/** "Max retries: 16 here, 3 there". */
export function differenceWords({ field, here, there }: Plan['groups'][number]['differences'][number]): string {
  const { label, words } = BROKER_FIELDS[field] as {
    readonly label: string;
    readonly words: (value: unknown) => string;
  };
  return t('{field}: {here} here, {there} in the cluster', { field: t(label), here: words(here), there: words(there) });
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
  if (away !== undefined) return t('{broker} is not responding: all brokers must respond', { broker: away.broker });
  if (chosen.topics.size + chosen.groups.size === 0) return t('Choose a topic or a group');
  const other = groups.find(({ name, presence }) => presence === 'other' && chosen.groups.has(name));
  if (other !== undefined && !overwrite)
    return t('{group} has other settings in the cluster: confirm that they are overwritten', { group: other.name });
  return reason.trim() === '' ? t('Enter a reason') : null;
}

/** Toggles one name. */
export function toggled(set: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(name)) next.add(name);
  return next;
}
