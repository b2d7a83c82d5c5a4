'use client';

import { Menu } from '@base-ui/react/menu';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Icon } from './icon';
import styles from './overflow-menu.module.css';

export interface MenuEntry {
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly danger?: boolean;
  readonly disabledReason?: string | null | undefined;
  readonly onSelect: () => void;
}

interface OverflowMenuBodyProps {
  readonly entries: readonly MenuEntry[];
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly trigger: ComponentProps<'button'>;
}

export function OverflowMenuBody({ entries, open, onOpenChange, trigger }: OverflowMenuBodyProps) {
  return (
    <Menu.Root open={open} onOpenChange={onOpenChange}>
      <Menu.Trigger {...trigger} />
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end" className={styles.positioner}>
          <Menu.Popup className={styles.popup}>
            {entries.map((entry) => (
              <Menu.Item
                key={entry.label}
                className={styles.item}
                data-danger={entry.danger}
                disabled={entry.disabledReason != null}
                onClick={entry.onSelect}
              >
                {entry.icon === undefined ? null : <Icon of={entry.icon} />}
                <span>
                  {entry.label}
                  {entry.disabledReason == null ? null : <small>{entry.disabledReason}</small>}
                </span>
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
