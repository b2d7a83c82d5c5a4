import type { PracticeView } from '@/lib/console/operations/practice/views';
import { formatCount } from '../ui/number.model';

type Tally = Extract<PracticeView['run'], { readonly phase: 'running' }>['tally'];

/** What the listeners themselves counted in this run; a message that fails four times counts four times. */
export function PracticeTally({ tally }: { readonly tally: Tally }) {
  return (
    <dl className="facts">
      <dt>Sent</dt>
      <dd>
        {formatCount(tally.sent)}
        {tally.sendErrors === 0 ? null : `, ${formatCount(tally.sendErrors)} not sent`}
      </dd>
      <dt>Deliveries that succeeded</dt>
      <dd>{formatCount(tally.consumed)}</dd>
      {Object.entries(tally.failed).map(([cause, count]) => (
        <CauseLine key={cause} cause={cause} count={count} />
      ))}
    </dl>
  );
}

function CauseLine({ cause, count }: { readonly cause: string; readonly count: number }) {
  return (
    <>
      <dt>Failed with {cause}</dt>
      <dd>{formatCount(count)}</dd>
    </>
  );
}
