import type { Drain } from '@/lib/model/backlog/drain';
import type { Reading } from '@/lib/model/reading';
import { describeDrain } from './drain.model';
import { ReadingValue } from './reading';

/** When a backlog will be done, or that it will not be. Without samples yet it is a dash with the reason. */
export function DrainValue({ reading }: { readonly reading: Reading<Drain> }) {
  if (reading.kind === 'unknown') {
    if (reading.since !== null) return <ReadingValue reading={{ ...reading }} />;
    return (
      <span className="text-3" title={`unknown: ${reading.reason}`}>
        unknown
      </span>
    );
  }
  const { value } = reading;
  if (value.kind === 'empty')
    return (
      <span className="text-3" title="nothing to do">
        —
      </span>
    );
  const worse = value.kind === 'growing' || value.kind === 'never';
  return (
    <span className={worse ? 'fg-waiting' : undefined} title="at the rates of the last minute">
      {describeDrain(value)}
    </span>
  );
}
