'use client';

import Link from 'next/link';
import type { ComponentProps } from 'react';
import { ButtonLink } from '@/components/ui/button';
import { useHere } from './use-here';

/** A link to a page of the workspace that this page is of. */
export function HereLink({ href, ...rest }: Omit<ComponentProps<typeof Link>, 'href'> & { readonly href: string }) {
  const here = useHere();
  return <Link href={here(href)} {...rest} />;
}

/** The same as a button. */
export function HereButtonLink({
  href,
  ...rest
}: Omit<ComponentProps<typeof ButtonLink>, 'href'> & { readonly href: string }) {
  const here = useHere();
  return <ButtonLink href={here(href)} {...rest} />;
}
