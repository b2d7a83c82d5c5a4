'use client';

import { Menu } from '@base-ui/react/menu';
import { useRouter } from 'next/navigation';
import type { ComponentProps } from 'react';
import { EnvironmentMark } from '@/components/clusters/environment-mark';
import { useHasBroker } from '@/components/parts/has-broker';
import { KeyCap } from '@/components/ui/key-cap';
import menuStyles from '@/components/ui/overflow-menu.module.css';
import { inWorkspace } from '@/lib/model/workspace';
import { ENVIRONMENT_NAMES } from '@/components/parts/environments';
import { t } from '@/lib/model/language/t';
import type { WorkspaceView } from '@/lib/console/operations/clusters/views';
import styles from './workspace-switcher.module.css';

export interface WorkspaceSwitcherProps {
  readonly attached: readonly WorkspaceView[];
  /** Null: this installation. */
  readonly workspace: string | null;
  readonly mayAttach: boolean;
}

interface WorkspaceMenuProps extends WorkspaceSwitcherProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly trigger: ComponentProps<'button'>;
}

/** All workspaces, and the way to attach one more. */
export function WorkspaceMenu({ attached, workspace, mayAttach, open, onOpenChange, trigger }: WorkspaceMenuProps) {
  const router = useRouter();
  const hasBroker = useHasBroker();
  return (
    <Menu.Root open={open} onOpenChange={onOpenChange}>
      <Menu.Trigger {...trigger} />
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="start" className={menuStyles.positioner}>
          <Menu.Popup className={`${menuStyles.popup} ${styles.popup}`}>
            <Menu.Group>
              <Menu.GroupLabel className={styles.label}>{t('Workspaces')}</Menu.GroupLabel>
              {hasBroker ? (
                <Menu.Item
                  className={styles.item}
                  data-current={workspace === null}
                  onClick={() => router.push('/groups')}
                >
                  <EnvironmentMark environment={undefined} />
                  <b>{t('this installation')}</b>
                  <span className="text-2">{t('embedded broker')}</span>
                  <span className="text-3">{workspace === null ? t('open now') : ''}</span>
                </Menu.Item>
              ) : null}
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
                  <span className="text-2">
                    {t('{environment}, RocketMQ', { environment: t(ENVIRONMENT_NAMES[its]) })}
                  </span>
                  <span className="text-3">
                    {name === workspace ? t('open now') : allowsChanges ? '' : t('read-only')}
                  </span>
                </Menu.Item>
              ))}
            </Menu.Group>
            <div className={styles.foot}>
              {mayAttach ? (
                <Menu.Item className={styles.attach} onClick={() => router.push('/settings/clusters')}>
                  {t('Attach a cluster…')}
                </Menu.Item>
              ) : (
                <span />
              )}
              <span className="tiny text-3">
                <KeyCap keys="g w" /> {t('switch workspace')}
              </span>
            </div>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
