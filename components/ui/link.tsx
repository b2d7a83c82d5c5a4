'use client';

// The only place that may: all others take this one.
import NextLink from 'next/link';
import { usePathname } from 'next/navigation';
import type { ComponentProps } from 'react';
import { linkFrom, workspaceOf } from '@/lib/model/workspace';

export type LinkProps = Omit<ComponentProps<typeof NextLink>, 'href'> & { readonly href: string };

/** A link to a page of the console: in the workspace of the page that it stands on. */
export function Link({ href, ...rest }: LinkProps) {
  return <NextLink {...rest} href={linkFrom(workspaceOf(usePathname()), href)} />;
}
