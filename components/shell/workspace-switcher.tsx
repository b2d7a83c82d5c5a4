'use client';

import { Menu } from '@base-ui/react/menu';
import { ChevronDown } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { EnvironmentMark } from '@/components/clusters/environment-mark';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Icon } from '@/components/ui/icon';
import { KeyCap } from '@/components/ui/key-cap';
import menuStyles from '@/components/ui/overflow-menu.module.css';
import type { WorkspaceView } from '@/lib/console/operations/clusters/views';
import type { ReadResult } from '@/lib/model/read-result';
import { type Environment, inWorkspace } from '@/lib/model/workspace';
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

interface WorkspaceSwitcherProps {
  readonly attached: readonly WorkspaceView[];
  /** Null: this installation. */
  readonly workspace: string | null;
  readonly mayAttach: boolean;
}

/** Which installation or cluster the page is about, and the way to another one. */
export function WorkspaceSwitcher({ attached, workspace, mayAttach }: WorkspaceSwitcherProps) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  useShortcut('g w', () => setOpen(true), 'Switch workspace');
  const environment = environmentOf(attached, workspace);
  return (
    <Menu.Root open={open} onOpenChange={setOpen}>
      <Menu.Trigger className={styles.trigger} aria-label={`Workspace ${workspace ?? 'this installation'}`}>
        <EnvironmentMark environment={environment} />
        <span className="clip" title={workspace ?? undefined}>
          {workspace ?? 'this installation'}
        </span>
        {environment === undefined ? null : <small data-environment={environment}>{environment}</small>}
        <Icon of={ChevronDown} size={12} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="start" className={menuStyles.positioner}>
          <Menu.Popup className={`${menuStyles.popup} ${styles.popup}`}>
            <Menu.Group>
              <Menu.GroupLabel className={styles.label}>Workspaces</Menu.GroupLabel>
              <Menu.Item
                className={styles.item}
                data-current={workspace === null}
                onClick={() => router.push('/groups')}
              >
                <EnvironmentMark environment={undefined} />
                <b>this installation</b>
                <span className="text-2">embedded broker</span>
                <span className="text-3">{workspace === null ? 'open' : ''}</span>
              </Menu.Item>
              {attached.map(({ name, environment: its, allowsChanges }) => (
                <Menu.Item
                  key={name}
                  className={styles.item}
                  data-current={name === workspace}
                  onClick={() => router.push(inWorkspace(name, '/groups'))}
                >
                  <EnvironmentMark environment={its} />
                  <b className="clip" title={name}>
                    {name}
                  </b>
                  <span className="text-2">{its}, RocketMQ</span>
                  <span className="text-3">{name === workspace ? 'open' : allowsChanges ? '' : 'read-only'}</span>
                </Menu.Item>
              ))}
            </Menu.Group>
            <div className={styles.foot}>
              {mayAttach ? (
                <Menu.Item className={styles.attach} onClick={() => router.push('/settings/clusters')}>
                  Attach a cluster…
                </Menu.Item>
              ) : (
                <span />
              )}
              <span className="tiny text-3">
                <KeyCap keys="g w" /> switch
              </span>
            </div>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
