'use client';

import { ChevronRight, Menu } from 'lucide-react';
import { Link } from '@/components/ui/link';
import { usePathname } from 'next/navigation';
import { Fragment } from 'react';
import { LiveIndicator } from '@/components/live/live-indicator';
import { useWorkspace } from '@/components/live/use-workspace';
import { PaletteButton } from '@/components/palette/palette-button';
import { IconButton } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { usePreferences, type ZoneMode } from '@/components/ui/preferences';
import { Segmented, type SegmentOption } from '@/components/ui/segmented';
import type { WorkspaceView } from '@/lib/console/operations/clusters/views';
import type { ReadResult } from '@/lib/model/read-result';
import { usePageCrumbs } from '@/components/parts/page-crumbs';
import { crumbsOf } from '@/components/parts/nav.model';
import { t } from '@/lib/model/language/t';
import styles from './top-bar.module.css';
import { ThemeSwitch } from './theme-switch';
import { environmentOf, useWorkspaces, WorkspaceSwitcher } from './workspace-switcher';

const zonesNow = (): readonly SegmentOption<ZoneMode>[] => [
  { value: 'utc', label: 'UTC' },
  { value: 'local', label: t('Local') },
];

interface TopBarProps {
  readonly navOpen: boolean;
  readonly onToggleNav: () => void;
  readonly workspaces: ReadResult<readonly WorkspaceView[]> | null;
  readonly mayAttach: boolean;
}

export function TopBar({ navOpen, onToggleNav, workspaces, mayAttach }: TopBarProps) {
  const { zoneMode, setZoneMode, timeZone } = usePreferences();
  const attached = useWorkspaces(workspaces);
  const workspace = useWorkspace();
  return (
    <header className={styles.top} data-environment={environmentOf(attached, workspace)}>
      <span className={styles.menu}>
        <IconButton
          label={t('Navigation')}
          icon={Menu}
          onClick={onToggleNav}
          aria-expanded={navOpen}
          aria-controls="side-nav"
        />
      </span>
      {workspace === null && attached.length === 0 ? null : (
        <WorkspaceSwitcher attached={attached} workspace={workspace} mayAttach={mayAttach} />
      )}
      <Crumbs />
      <span className="grow" />
      <PaletteButton className={styles.search} workspace={workspace} />
      <span className={styles.zone} title={t('Times are in {timeZone}', { timeZone })}>
        <Segmented label={t('Time zone')} options={zonesNow()} value={zoneMode} onChange={setZoneMode} />
      </span>
      <ThemeSwitch />
      <ManualLink />
      <LiveIndicator />
    </header>
  );
}

/** The manual about the page at hand, in a tab of its own: the server knows which page that is. */
function ManualLink() {
  const href = `/help?for=${encodeURIComponent(usePathname())}`;
  const label = t('Manual: help for this page');
  return (
    <a href={href} target="_blank" rel="noreferrer" className={styles.manual} aria-label={label} title={label}>
      ?
    </a>
  );
}

function Crumbs() {
  const pathname = usePathname();
  const crumbs = usePageCrumbs(pathname) ?? crumbsOf(pathname);
  return (
    <nav aria-label={t('Breadcrumb')} className={styles.crumbs}>
      {crumbs.map((crumb, index) => (
        <Fragment key={crumb.href}>
          {index === 0 ? null : <Icon of={ChevronRight} size={12} />}
          {index === crumbs.length - 1 ? (
            <b aria-current="page" className="clip" title={crumb.label}>
              {crumb.label}
            </b>
          ) : (
            <Link href={crumb.href} prefetch={false} className="clip" title={crumb.label}>
              {crumb.label}
            </Link>
          )}
        </Fragment>
      ))}
    </nav>
  );
}
