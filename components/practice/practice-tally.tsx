import { t } from '@/lib/model/language/t';
import type { PracticeView } from '@/lib/console/operations/practice/views';
import { formatCount } from '../ui/number.model';

type Tally = Extract<PracticeView['run'], { readonly phase: 'running' }>['tally'];

/** What the listeners themselves counted in this run; a message that fails four times counts four times. */
export function PracticeTally({ tally }: { readonly tally: Tally }) {
  return (
    <dl className="facts">
      <dt>{t('Messages sent')}</dt>
      <dd>
        {tally.sendErrors === 0
          ? formatCount(tally.sent)
          : t('{sent, number}, {failed, number} not sent', { sent: tally.sent, failed: tally.sendErrors })}
      </dd>
      <dt>{t('Deliveries that succeeded')}</dt>
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
      <dt>{t('Failed with {cause}', { cause })}</dt>
      <dd>{formatCount(count)}</dd>
    </>
  );
}
