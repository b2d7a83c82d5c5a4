import { NotKnown } from '@/components/clusters/figure';
import { Time } from '@/components/ui/time';
import type { BeforeAfter, PolicyEffect } from '@/lib/model/delivery/policy-effect';
import { mapReading, type Reading, stateOf } from '@/lib/model/reading';

interface LossMomentProps {
  /** When the first message moves to the DLQ; null: none would. */
  readonly of: Reading<{ readonly at: string | null; readonly asOf: string }>;
}

export function LossMoment({ of }: LossMomentProps) {
  if (of.kind === 'unknown') return <NotKnown reading={of} />;
  const { at, asOf } = of.value;
  if (at === null) return stateOf(of) === 'bound' ? <span className="text-3">not known</span> : '—';
  if (at <= asOf) return 'at once';
  return (
    <>
      <Time at={at} />
      {stateOf(of) === 'bound' ? ' or earlier' : ''}
    </>
  );
}

export function momentOf(effect: Reading<PolicyEffect>, side: keyof BeforeAfter<unknown>): LossMomentProps['of'] {
  return mapReading(effect, ({ firstLossAt, asOf }) => ({ at: firstLossAt[side], asOf }));
}
