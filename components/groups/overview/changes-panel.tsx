import Link from 'next/link';
import { Time } from '@/components/ui/time';
import type { GroupOverview } from '@/lib/console/reads/group';

const SHOWN = 10;

/** What changed in the last day and may be why something else began. */
export function ChangesPanel({ changes }: { readonly changes: GroupOverview['changes'] }) {
  return (
    <section className="panel">
      <header>
        <h2>Changes</h2>
        <span className="small text-3">last 24 h, newest first</span>
      </header>
      <div className="panel-body">
        {changes.kind === 'unknown' ? (
          <p className="text-2">Unknown: {changes.reason}.</p>
        ) : changes.value.length === 0 ? (
          <p className="text-2">No configuration change, re-drive, throttling or change of clients.</p>
        ) : (
          <dl className="facts">
            {changes.value.slice(0, SHOWN).map(({ at, kind, says, href }) => (
              <div key={`${at} ${kind} ${says}`} style={{ display: 'contents' }}>
                <dt>
                  <Time at={at} />
                </dt>
                <dd>
                  {href === null ? (
                    says
                  ) : (
                    <Link href={href} prefetch={false}>
                      {says}
                    </Link>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        )}
        {changes.kind !== 'unknown' && changes.value.length > SHOWN ? (
          <p className="small text-3">and {changes.value.length - SHOWN} more</p>
        ) : null}
      </div>
    </section>
  );
}
