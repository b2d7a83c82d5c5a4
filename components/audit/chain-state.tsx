import { Banner } from '@/components/ui/banner';
import { Said } from '@/components/ui/said';
import { Time } from '@/components/ui/time';
import type { AuditChainView } from '@/lib/console/operations/audit/views';
import { pieces, t } from '@/lib/model/language/t';

/** Whether the log is as it was written, as of the last check. */
export function ChainState({ chain }: { readonly chain: AuditChainView | undefined }) {
  if (chain === undefined) return null;
  const { since, checkedAt, rows, broken } = chain;
  if (checkedAt === null) return <p className="text-2">{t('The audit log has not been verified yet.')}</p>;
  const checked = <Time at={checkedAt} style="day-clock" />;
  if (broken !== null)
    return (
      <Banner tone="danger">
        <Said
          of={pieces(
            `<b>Entry {entry} was changed or removed</b>: {why}. Verified {time}; {rows, plural, one {the entry before
            it is intact} other {the # entries before it are intact}}. Compare with an anchor stored outside this
            system: <code>npm run audit:verify</code>.`,
            {
              entry: broken.auditId,
              why: broken.why,
              time: checked,
              rows,
            },
          )}
        />
      </Banner>
    );
  const given = { time: checked, since: <Time at={since} style="day-clock" /> };
  return (
    <p className="text-2">
      <Said
        of={
          rows === 0
            ? pieces('Verified {time}: no entries yet in the chain that began {since}.', given)
            : pieces(
                `Verified {time}: {rows, plural, one {# entry} other {# entries}} of the chain that began {since}, all intact.
                New entries are verified within an hour.`,
                { ...given, rows },
              )
        }
      />
    </p>
  );
}
