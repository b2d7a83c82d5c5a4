'use client';

import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useCallback, useEffect, useMemo } from 'react';
import { AskedParams } from './asked-params.model';

export type UrlPatch = Readonly<Record<string, string | undefined>>;

export interface UrlParams {
  readonly get: (name: string) => string | undefined;
  /** The address with these params changed; undefined and empty remove one. */
  readonly href: (patch: UrlPatch) => string;
  /** Changes the address in place. Filters also drop ?cursor=: a cursor of other rows is meaningless. */
  readonly set: (patch: UrlPatch) => void;
  /** The same, keeping the page of rows. */
  readonly replace: (patch: UrlPatch) => void;
  /** Opens something beside the page: Back closes it. */
  readonly push: (patch: UrlPatch) => void;
}

/** Of this document, as its address is. */
const asked = new AskedParams();

/** The URL is the page's state: filters, sort, tab, range and open drawer live here. */
export function useUrlParams(): UrlParams {
  const pathname = usePathname();
  const search = useSearchParams();
  const router = useRouter();

  const get = useCallback((name: string) => search.get(name) ?? undefined, [search]);
  const shown = search.toString();
  useEffect(() => asked.arrived(pathname, shown), [pathname, shown]);
  const href = useCallback((patch: UrlPatch) => hrefOf(pathname, changed(shown, patch)), [pathname, shown]);
  const go = useCallback(
    (how: 'replace' | 'push', patch: UrlPatch) => {
      const next = changed(asked.latest(pathname, shown), patch);
      asked.asked(pathname, shown, next);
      router[how](hrefOf(pathname, next), { scroll: false });
    },
    [pathname, shown, router],
  );
  const set = useCallback((patch: UrlPatch) => go('replace', { cursor: undefined, ...patch }), [go]);
  const replace = useCallback((patch: UrlPatch) => go('replace', patch), [go]);
  const push = useCallback((patch: UrlPatch) => go('push', patch), [go]);

  return useMemo(() => ({ get, href, set, replace, push }), [get, href, set, replace, push]);
}

function changed(text: string, patch: UrlPatch): string {
  const next = new URLSearchParams(text);
  for (const [name, value] of Object.entries(patch)) {
    if (value === undefined || value === '') next.delete(name);
    else next.set(name, value);
  }
  return next.toString();
}

function hrefOf(pathname: string, text: string): string {
  return text === '' ? pathname : `${pathname}?${text}`;
}
