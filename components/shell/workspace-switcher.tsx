'use client';

import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { EnvironmentMark } from '@/components/clusters/environment-mark';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { useHasBroker } from '@/components/parts/has-broker';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Icon } from '@/components/ui/icon';
import { useKeptFocus, useOpened } from '@/components/ui/on-demand';
import { ENVIRONMENT_NAMES } from '@/components/parts/environments';
import type { WorkspaceView } from '@/lib/console/operations/clusters/views';
import type { ReadResult } from '@/lib/model/read-result';
import type { Environment } from '@/lib/model/workspace';
import type { WorkspaceSwitcherProps } from './workspace-menu';
import { t } from '@/lib/model/language/t';
import styles from './workspace-switcher.module.css';

/** The attached clusters, as they are now. */
export function useWorkspaces(initial: ReadResult<readonly WorkspaceView[]> | null): readonly WorkspaceView[] {
  const read = useLiveQuery(
    'workspaces',
    {},
    { live: { kinds: ['setting'] }, isOfAll: true, ...(initial === null ? {} : { initial }) },
  );
  return read.data ?? [];
}

export function environmentOf(attached: readonly WorkspaceView[], workspace: string | null): Environment | undefined {
  return attached.find(({ name }) => name === workspace)?.environment;
}

const loadMenu = () => import('./workspace-menu');

/** Which installation or cluster the page is about, and the way to another one. */
export function WorkspaceSwitcher({ attached, workspace, mayAttach }: WorkspaceSwitcherProps) {
  const [open, setOpen] = useState(false);
  useShortcut('g w', () => setOpen(true), t('Switch workspace'));
  const [hasFocus, focus] = useKeptFocus();
  const body = useOpened(loadMenu, open, setOpen);
  const environment = environmentOf(attached, workspace);
  const hasBroker = useHasBroker();
  const name = workspace ?? (hasBroker ? t('this installation') : t('choose a cluster'));
  const trigger = {
    className: styles.trigger,
    'aria-label': t('Workspace {name}', { name }),
    children: (
      <>
        <EnvironmentMark environment={environment} />
        <span className="clip" title={workspace ?? undefined}>
          {name}
        </span>
        {environment === undefined ? null : (
          <small data-environment={environment}>{t(ENVIRONMENT_NAMES[environment])}</small>
        )}
        <Icon of={ChevronDown} size={12} />
      </>
    ),
  };
  if (body === undefined)
    return <button type="button" {...trigger} {...focus} aria-haspopup="menu" onClick={() => setOpen(true)} />;
  return (
    <body.WorkspaceMenu
      attached={attached}
      workspace={workspace}
      mayAttach={mayAttach}
      open={open}
      onOpenChange={setOpen}
      trigger={{ ...trigger, autoFocus: hasFocus }}
    />
  );
}
