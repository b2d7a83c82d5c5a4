'use client';

import { Check, Minus } from 'lucide-react';
import { groupHref } from '@/components/parts/names';
import { StateMix } from '@/components/groups/list/state-mix';
import { Link } from '@/components/ui/link';
import { Icon } from '@/components/ui/icon';
import { KeyCap } from '@/components/ui/key-cap';
import { plural } from '@/components/ui/number.model';
import { StateBadge } from '@/components/ui/state-badge';
import { AsOf } from '@/components/ui/time';
import type { GroupNow } from '@/lib/console/operations/problems/views';
import { groupCounts, groupLook } from './now.model';
import styles from './now.module.css';

interface GroupsStripProps {
  readonly groups: readonly GroupNow[];
  readonly total: number;
  readonly asOf: string | null;
}

/** Every group at a glance, the ones with problems first. */
export function GroupsStrip({ groups, total, asOf }: GroupsStripProps) {
  return (
    <section className="panel" aria-label="Groups">
      <header>
        <h2>Groups</h2>
        <span className={`row ${styles.legend}`} aria-hidden="true">
          {(['ready', 'in-flight', 'waiting-retry', 'dead'] as const).map((state) => (
            <StateBadge key={state} state={state} plain />
          ))}
          <span className="tiny text-3">bars are logarithmic</span>
        </span>
        <span className="panel-end">{asOf === null ? null : <AsOf at={asOf} />}</span>
      </header>
      <ul className={styles.tiles}>
        {groups.map((group) => (
          <li key={group.name} className={styles.tile}>
            <span className="row">
              <Link
                href={groupHref(group.name)}
                prefetch={false}
                className="clip grow"
                title={group.name}
                data-row={group.name}
              >
                {group.name}
              </Link>
              <Look group={group} />
            </span>
            <StateMix {...group} />
            <span className="tiny text-3 clip" title={groupCounts(group)}>
              {groupCounts(group)}
            </span>
          </li>
        ))}
        <li className={`${styles.tile} ${styles.all}`}>
          <Link href="/groups" prefetch={false} data-row="">
            {total > groups.length ? `All ${plural(total, 'group')} as a table` : 'All groups as a table'}
          </Link>
          <KeyCap keys="g g" />
        </li>
      </ul>
    </section>
  );
}

function Look({ group }: { readonly group: GroupNow }) {
  const { state, word } = groupLook(group);
  if (state === 'fine')
    return (
      <span className="row row-tight small fg-commit">
        <Icon of={Check} size={13} /> {word}
      </span>
    );
  if (state === 'idle')
    return (
      <span className="row row-tight small text-3">
        <Icon of={Minus} size={13} /> {word}
      </span>
    );
  return <StateBadge state={state} label={word} plain />;
}
