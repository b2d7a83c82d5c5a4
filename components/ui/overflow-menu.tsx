'use client';

import { Ellipsis, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import buttonStyles from './button.module.css';
import { Icon } from './icon';
import { useKeptFocus, useOpened } from './on-demand';
import type { MenuEntry } from './overflow-menu-body';

/** The three-dot menu: where destructive actions live, away from the primary one. Each opens a dialog. */
interface OverflowMenuProps {
  readonly label: string;
  /** In place of the dots. */
  readonly icon?: LucideIcon;
  readonly text?: string;
  readonly entries: readonly MenuEntry[];
}

const loadBody = () => import('./overflow-menu-body');

export function OverflowMenu(props: OverflowMenuProps) {
  const [open, setOpen] = useState(false);
  const [hasFocus, focus] = useKeptFocus();
  const body = useOpened(loadBody, open, setOpen);
  const { label, icon = Ellipsis, text } = props;
  const trigger = {
    className: `${buttonStyles.button} ${text === undefined ? buttonStyles.square : ''}`,
    'aria-label': label,
    title: label,
    children: (
      <>
        <Icon of={icon} />
        {text}
      </>
    ),
  };
  if (body === undefined)
    return <button type="button" {...trigger} {...focus} aria-haspopup="menu" onClick={() => setOpen(true)} />;
  return (
    <body.OverflowMenuBody
      entries={props.entries}
      open={open}
      onOpenChange={setOpen}
      trigger={{ ...trigger, autoFocus: hasFocus }}
    />
  );
}
