'use client';

import { cloneElement, useEffect, useState } from 'react';
import type { FocusEvent, HTMLAttributes, PointerEvent, ReactElement, ReactNode } from 'react';
import { useModule } from './use-module';

const SHOW_AFTER_MS = 250;
/** Long enough to move the pointer onto the text. */
const HIDE_AFTER_MS = 120;

const loadPopup = () => import('./tooltip-popup');

interface Next {
  /** Null: hidden. */
  readonly at: Element | null;
  readonly afterMs: number;
}

interface TooltipProps {
  readonly content: ReactNode;
  readonly children: ReactElement<HTMLAttributes<HTMLElement>>;
}

/** Text beside a control on hover and focus. The child must be one element that passes events on. */
export function Tooltip({ content, children }: TooltipProps) {
  const [anchor, setAnchor] = useState<Element | null>(null);
  const [next, setNext] = useState<Next | null>(null);
  const after = (afterMs: number, at: Element | null) => setNext({ at, afterMs });
  const popup = useModule(loadPopup, next !== null && next.at !== null);
  useEffect(() => {
    if (next === null) return undefined;
    const timer = setTimeout(() => setAnchor(next.at), next.afterMs);
    return () => clearTimeout(timer);
  }, [next]);
  const { onPointerMove, onPointerLeave, onFocus, onBlur } = children.props;
  const child = cloneElement(children, {
    // Not on entering: a dialog that opens under a pointer at rest was not pointed at.
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      onPointerMove?.(event);
      const { currentTarget: at, pointerType } = event;
      if (pointerType !== 'touch' && next?.at !== at) after(SHOW_AFTER_MS, at);
    },
    onPointerLeave: (event: PointerEvent<HTMLElement>) => {
      onPointerLeave?.(event);
      after(HIDE_AFTER_MS, null);
    },
    onFocus: (event: FocusEvent<HTMLElement>) => {
      onFocus?.(event);
      if (event.currentTarget.matches(':focus-visible')) after(0, event.currentTarget);
    },
    onBlur: (event: FocusEvent<HTMLElement>) => {
      onBlur?.(event);
      after(0, null);
    },
  });
  return (
    <>
      {child}
      {anchor === null || popup === undefined || popup === 'failed' ? null : (
        <popup.TooltipPopup
          anchor={anchor}
          onHold={() => after(0, anchor)}
          onLeave={() => after(HIDE_AFTER_MS, null)}
          onEscape={() => after(0, null)}
        >
          {content}
        </popup.TooltipPopup>
      )}
    </>
  );
}
