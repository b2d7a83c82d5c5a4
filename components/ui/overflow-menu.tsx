'use client';

import { Menu } from '@base-ui/react/menu';
import { Ellipsis, type LucideIcon } from 'lucide-react';
import buttonStyles from './button.module.css';
import { Icon } from './icon';
import styles from './overflow-menu.module.css';

export interface MenuEntry {
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly danger?: boolean;
  readonly disabledReason?: string | null | undefined;
  readonly onSelect: () => void;
}

/** The three-dot menu: where destructive actions live, away from the primary one. Each opens a dialog. */
interface OverflowMenuProps {
  readonly label: string;
  /** In place of the dots. */
  readonly icon?: LucideIcon;
  readonly text?: string;
  readonly entries: readonly MenuEntry[];
}

export function OverflowMenu({ label, icon = Ellipsis, text, entries }: OverflowMenuProps) {
  return (
    <Menu.Root>
      <Menu.Trigger
        className={`${buttonStyles.button} ${text === undefined ? buttonStyles.square : ''}`}
        aria-label={label}
        title={label}
      >
        <Icon of={icon} />
        {text}
      </Menu.Trigger>
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
