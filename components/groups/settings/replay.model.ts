import { formatCount } from '@/components/ui/number.model';
import type { ReadData } from '@/lib/console/reads/registry';
import { between, t } from '@/lib/model/language/t';

export type Replay = NonNullable<ReadData<'policyReplay'>['replay']>;
type Outcome = Replay['after'];

/** "9 dead letters would have been consumed; 31 consumed messages would be dead letters." Pure. */
export function replayWords(replay: Replay, version: number): string {
  const { messages, cutAt, after } = replay;
  if (messages === 0) return t('No message failed in the last 24 h, so there is nothing to replay.');
  const { rescued, lost, sooner, waiting } = after;
  const parts = [
    ...(rescued > 0
      ? [t('{count, plural, one {# dead letter} other {# dead letters}} would have been consumed', { count: rescued })]
      : []),
    ...(lost > 0
      ? [
          t(
            `{count, plural, one {# consumed message would be a dead letter} other {# consumed messages would be dead
            letters}}`,
            { count: lost },
          ),
        ]
      : []),
    ...(sooner > 0
      ? [t('{count, plural, one {# message} other {# messages}} would have moved to the DLQ sooner', { count: sooner })]
      : []),
    ...(waiting > 0
      ? [t('{count, plural, one {# message} other {# messages}} would still wait for a retry', { count: waiting })]
      : []),
  ];
  return t(
    `{isCut, select, yes {With v{version, number}, of the newest {messages, plural, one {# message} other {#
    messages}} that failed in the last 24 h: {changes}.} other {With v{version, number}, of {messages, plural, one
    {# message} other {# messages}} that failed in the last 24 h: {changes}.}}`,
    {
      ...{ version, messages, isCut: cutAt === null ? 'no' : 'yes' },
      changes: parts.length === 0 ? t('no outcome is known to differ') : parts.join(between(',')),
    },
  );
}

/** Why ends are undecided, each with its number. Pure. */
export function undecidedWords({ unreplayed: { record, client, operator }, after }: Replay): string[] {
  const reasons: (readonly [number, string])[] = [
    [after.undecided, t('no recorded result with the same cause decides it')],
    [client, t('a simple consumer sets its own intervals')],
    [operator, t('an operator held, recalled or ended the message')],
    [record, t('not every attempt is recorded')],
  ];
  return reasons.filter(([count]) => count > 0).map(([count, why]) => t('{why} ({count, number})', { why, count }));
}

/** Messages whose end can't be known with this policy. Pure. */
export function unknownEnds({ unreplayed: { record, client, operator } }: Replay, { undecided }: Outcome): number {
  return record + client + operator + undecided;
}

/** "12 to 40": the second with retries that come only if an undecided one failed. Pure. */
export function peakWords({ peak: { least, most } }: Outcome): string {
  return least === most ? formatCount(least) : t('{least, number} to {most, number}', { least, most });
}
