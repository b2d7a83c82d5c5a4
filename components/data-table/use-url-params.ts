'use client';

import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';

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

/** The URL is the page's state: filters, sort, tab, range and open drawer live here. */
export function useUrlParams(): UrlParams {
  const pathname = usePathname();
  const search = useSearchParams();
  const router = useRouter();

  const get = useCallback((name: string) => search.get(name) ?? undefined, [search]);
  const href = useCallback(
    (patch: UrlPatch) => {
      const next = new URLSearchParams(search);
      for (const [name, value] of Object.entries(patch)) {
        if (value === undefined || value === '') next.delete(name);
        else next.set(name, value);
      }
      const text = next.toString();
      return text === '' ? pathname : `${pathname}?${text}`;
    },
    [pathname, search],
  );
  const set = useCallback(
    (patch: UrlPatch) => router.replace(href({ cursor: undefined, ...patch }), { scroll: false }),
    [href, router],
  );

  const push = useCallback((patch: UrlPatch) => router.push(href(patch), { scroll: false }), [href, router]);

  const replace = useCallback((patch: UrlPatch) => router.replace(href(patch), { scroll: false }), [href, router]);

  return useMemo(() => ({ get, href, set, replace, push }), [get, href, set, replace, push]);
}
