'use client';

import type { LucideIcon } from 'lucide-react';
import { useId, type ComponentProps, type MouseEvent, type ReactNode } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names';
import { Icon } from './icon';
import { ariaKeys, KeyCap } from './key-cap';
import { Link, type LinkProps } from './link';
import { Tooltip } from './tooltip';

interface Look {
  readonly variant?: 'default' | 'primary' | 'ghost' | 'danger';
  /** large is for the one decision of a page. */
  readonly size?: 'small' | 'normal' | 'large';
  readonly icon?: LucideIcon;
  /** Key cap shown in the button; bind the key itself with useShortcut. */
  readonly keys?: string;
  readonly children?: ReactNode;
}

type ButtonProps = Look &
  Omit<ComponentProps<'button'>, 'disabled' | 'children'> & {
    /** The button stays, focusable and dashed, and says why it does nothing. The server checks again. */
    readonly disabledReason?: string | null | undefined;
    /** The action runs; further presses are ignored. */
    readonly pending?: boolean;
  };

export function Button({
  variant,
  size,
  icon,
  keys,
  children,
  disabledReason,
  pending = false,
  onClick,
  className,
  type = 'button',
  ...rest
}: ButtonProps) {
  const reasonId = useId();
  const reason = disabledReason ?? null;
  const off = reason !== null || pending;
  const guard = (event: MouseEvent<HTMLButtonElement>) => {
    if (off) event.preventDefault();
    else onClick?.(event);
  };
  const button = (
    <button
      {...rest}
      type={type}
      className={classNames(lookClass({ variant, size }), className)}
      onClick={guard}
      aria-disabled={off ? true : undefined}
      aria-busy={pending ? true : undefined}
      aria-keyshortcuts={ariaKeys(keys)}
      aria-describedby={reason === null ? rest['aria-describedby'] : reasonId}
    >
      <Content icon={icon} keys={keys}>
        {children}
      </Content>
    </button>
  );
  if (reason === null) return button;
  return (
    <>
      <Tooltip content={reason}>{button}</Tooltip>
      <span id={reasonId} className="visually-hidden">
        {reason}
      </span>
    </>
  );
}

type ButtonLinkProps = Look & Omit<LinkProps, 'children'>;

/**
 * A link that looks like a button: it goes somewhere, it changes nothing. Not prefetched: pages are fresh or worthless.
 */
export function ButtonLink({ variant, size, icon, keys, children, className, ...rest }: ButtonLinkProps) {
  return (
    <Link
      prefetch={false}
      {...rest}
      aria-keyshortcuts={ariaKeys(keys)}
      className={classNames(lookClass({ variant, size }), className)}
    >
      <Content icon={icon} keys={keys}>
        {children}
      </Content>
    </Link>
  );
}

/** The same to what is no page of the console: all of it is left. */
export function ButtonAnchor({ variant, size, icon, children, className, ...rest }: Look & ComponentProps<'a'>) {
  return (
    <a {...rest} className={classNames(lookClass({ variant, size }), className)}>
      <Content icon={icon} keys={undefined}>
        {children}
      </Content>
    </a>
  );
}

/** Icon only; the label is its name for assistive technology and its tooltip. */
export function IconButton({
  label,
  icon,
  ...rest
}: Omit<ButtonProps, 'children' | 'icon'> & { readonly label: string; readonly icon: LucideIcon }) {
  return (
    <Button
      variant="ghost"
      {...rest}
      icon={icon}
      aria-label={label}
      title={label}
      className={classNames(styles.square, rest.className)}
    />
  );
}

function lookClass({
  variant,
  size,
}: {
  variant: Look['variant'] | undefined;
  size: Look['size'] | undefined;
}): string {
  return classNames(styles.button, variant !== undefined && styles[variant], size !== undefined && styles[size]);
}

function Content({
  icon,
  keys,
  children,
}: {
  icon: LucideIcon | undefined;
  keys: string | undefined;
  children: ReactNode;
}) {
  return (
    <>
      {icon === undefined ? null : <Icon of={icon} />}
      {children}
      {keys === undefined ? null : <KeyCap keys={keys} isDrawn />}
    </>
  );
}
