import { formatCount, plural } from '@/components/ui/number.model';
import type { ReadData } from '@/lib/console/reads/registry';

export type Replay = NonNullable<ReadData<'policyReplay'>['replay']>;
type Outcome = Replay['after'];

/** "9 dead letters would have been consumed; 31 consumed messages would be dead letters." Pure. */
export function replayWords(replay: Replay, version: number): string {
  const { messages, cutAt, after } = replay;
  if (messages === 0) return 'No message failed in the last 24 h, so there is nothing to replay.';
  const { rescued, lost, sooner, waiting } = after;
  const parts = [
    ...(rescued > 0 ? [`${plural(rescued, 'dead letter')} would have been consumed`] : []),
    ...(lost > 0
      ? [`${plural(lost, 'consumed message')} would be ${lost === 1 ? 'a dead letter' : 'dead letters'}`]
      : []),
    ...(sooner > 0 ? [`${plural(sooner, 'message')} would have moved to the DLQ sooner`] : []),
    ...(waiting > 0 ? [`${plural(waiting, 'message')} would still wait for a retry`] : []),
  ];
  const of = `With v${version}, of ${cutAt === null ? '' : 'the newest '}${plural(messages, 'message')} that failed`;
  const changed = parts.length === 0 ? 'no end is known to be another' : parts.join('; ');
  return `${of} in the last 24 h: ${changed}.`;
}

/** Why ends are undecided, each with its number. Pure. */
export function undecidedWords({ unreplayed: { record, client, operator }, after }: Replay): string[] {
  const reasons: (readonly [number, string])[] = [
    [after.undecided, 'no result of the same cause is recorded that decides it'],
    [client, 'a simple consumer sets its own waits'],
    [operator, 'an operator held, took back or ended the message'],
    [record, 'not every attempt is recorded'],
  ];
  return reasons.filter(([count]) => count > 0).map(([count, why]) => `${formatCount(count)}: ${why}`);
}

/** Messages whose end can't be known with this policy. Pure. */
export function unknownEnds({ unreplayed: { record, client, operator } }: Replay, { undecided }: Outcome): number {
  return record + client + operator + undecided;
}

/** "12 to 40": the second with retries that come only if an undecided one failed. Pure. */
export function peakWords({ peak: { least, most } }: Outcome): string {
  return least === most ? formatCount(least) : `${formatCount(least)} to ${formatCount(most)}`;
}
