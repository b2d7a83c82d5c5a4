import { Banner } from '@/components/ui/banner';
import { formatCount } from '@/components/ui/number.model';
import { Time } from '@/components/ui/time';
import type { AuditChainView } from '@/lib/console/operations/audit/views';

/** Whether the log is as it was written, as of the last check. */
export function ChainState({ chain }: { readonly chain: AuditChainView | undefined }) {
  if (chain === undefined) return null;
  const { since, checkedAt, rows, broken } = chain;
  if (checkedAt === null) return <p className="text-2">The chain of rows was not checked yet.</p>;
  if (broken !== null)
    return (
      <Banner tone="danger">
        <b>Row {broken.auditId} does not fit</b>: {broken.why}. Checked <Time at={checkedAt} style="day-clock" />;{' '}
        {formatCount(rows)} rows before it fit. Compare with an anchor from outside: <code>npm run audit:verify</code>.
      </Banner>
    );
  return (
    <p className="text-2">
      Checked <Time at={checkedAt} style="day-clock" />: {fits(rows)} the chain that began{' '}
      <Time at={since} style="day-clock" />. Newer rows are checked within the hour.
    </p>
  );
}

function fits(rows: number): string {
  if (rows === 0) return 'there were no rows yet in';
  return rows === 1 ? '1 row fits' : `all ${formatCount(rows)} rows fit`;
}
