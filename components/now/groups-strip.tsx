'use client';

import { Check, Minus } from 'lucide-react';
import { groupHref } from '@/components/parts/names';
import { Link } from '@/components/ui/link';
import { Icon } from '@/components/ui/icon';
import { describeTrend, sparkShape } from '@/components/ui/sparkline.model';
import { StateBadge } from '@/components/ui/state-badge';
import { AsOf } from '@/components/ui/time';
import type { GroupNow, ProblemsPage } from '@/lib/console/operations/problems/views';
import { t } from '@/lib/model/language/t';
import { groupCounts, groupLook, groupsWords } from './now.model';
import styles from './now.module.css';

interface GroupsStripProps {
  readonly page: ProblemsPage;
  readonly asOf: string | null;
}

/** The groups with something to do, the ones with problems first, each with its backlog of the last hour. */
export function GroupsStrip({ page, asOf }: GroupsStripProps) {
  return (
    <section className="panel" aria-label={t('Active groups')}>
      <header>
        <h2>{t('Active groups')}</h2>
        <span className="small text-2">{groupsWords(page)}</span>
        <span className="panel-end">{asOf === null ? null : <AsOf at={asOf} />}</span>
      </header>
      {page.groups.length === 0 ? (
        <p className="panel-body small text-3">
          {t('All groups are idle: no backlog, no dead letters, no recent deliveries.')}
        </p>
      ) : (
        <ul className={styles.tiles}>
          {page.groups.map((group) => (
            <Tile key={group.name} group={group} />
          ))}
        </ul>
      )}
      <footer>
        <span className="grow">{t('area: backlog, last hour')}</span>
        <Link href="/groups" prefetch={false} data-row="">
          {t('All groups as a table')}
        </Link>
      </footer>
    </section>
  );
}

const WIDTH = 120;
const HEIGHT = 40;

function Tile({ group }: { readonly group: GroupNow }) {
  const { area, end } = sparkShape(group.trend, WIDTH, HEIGHT);
  const words = t('backlog {trend}', { trend: describeTrend(group.trend) });
  return (
    <li className={styles.tile}>
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
      <span className="small text-2">{groupCounts(group)}</span>
      {end === null ? (
        <span className={`tiny text-3 ${styles.area}`}>{words}</span>
      ) : (
        <svg
          className={styles.area}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={words}
        >
          <title>{words}</title>
          <path d={area} />
        </svg>
      )}
    </li>
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
