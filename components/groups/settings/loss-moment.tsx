import { NotKnown } from '@/components/clusters/figure';
import { Time } from '@/components/ui/time';
import type { BeforeAfter, PolicyEffect } from '@/lib/model/delivery/policy-effect';
import { mapReading, type Reading, stateOf } from '@/lib/model/reading';
import { pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';

interface LossMomentProps {
  /** When the first message moves to the DLQ; null: none would. */
  readonly of: Reading<{ readonly at: string | null; readonly asOf: string }>;
}

export function LossMoment({ of }: LossMomentProps) {
  if (of.kind === 'unknown') return <NotKnown reading={of} />;
  const { at, asOf } = of.value;
  if (at === null) return stateOf(of) === 'bound' ? <span className="text-3">{t('unknown')}</span> : '—';
  if (at <= asOf) return t('at once');
  return stateOf(of) === 'bound' ? (
    <Said of={pieces('{time} or earlier', { time: <Time at={at} /> })} />
  ) : (
    <Time at={at} />
  );
}

export function momentOf(effect: Reading<PolicyEffect>, side: keyof BeforeAfter<unknown>): LossMomentProps['of'] {
  return mapReading(effect, ({ firstLossAt, asOf }) => ({ at: firstLossAt[side], asOf }));
}
