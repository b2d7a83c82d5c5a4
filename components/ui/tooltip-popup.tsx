'use client';

import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactNode } from 'react';
import styles from './tooltip.module.css';

interface TooltipPopupProps {
  readonly anchor: Element;
  readonly onHold: () => void;
  readonly onLeave: () => void;
  readonly onEscape: () => void;
  readonly children: ReactNode;
}

/** The text, where there is room for it beside its control. */
export function TooltipPopup({ anchor, onHold, onLeave, onEscape, children }: TooltipPopupProps) {
  return (
    <Base.Root open onOpenChange={(_open, { reason }) => (reason === 'escape-key' ? onEscape() : undefined)}>
      <Base.Portal>
        <Base.Positioner anchor={anchor} sideOffset={6} className={styles.positioner}>
          <Base.Popup className={styles.tip} onPointerEnter={onHold} onPointerLeave={onLeave}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
