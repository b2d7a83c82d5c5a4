import type { ReactNode } from 'react';
import { UnansweredPage, UnansweredParts } from '@/components/live/unanswered';
import { BadAddress } from '@/components/ui/bad-address';
import type { Permission, Principal } from '@/lib/auth/permission';
import { loadPage } from '@/lib/console/pages/load-page';
import { openView } from '@/lib/console/pages/open-view';
import type { ListName } from '@/lib/model/list-view';

export type SearchParams = Promise<Readonly<Record<string, string | string[] | undefined>>>;

interface ConsolePage<T> {
  readonly permission: Permission;
  readonly title: string;
  /** Where the page begins again when its address cannot be answered. */
  readonly href: string;
  /** Headings of its parts: each is shown as unknown while nothing can be read. */
  readonly parts: readonly string[];
  /** The list that the page is: it opens with the view that the operator chose for it. */
  readonly list?: { readonly name: ListName; readonly search: Readonly<Record<string, unknown>> };
  /** A layout shows a title above the page. */
  readonly framed?: boolean;
  readonly load: (principal: Principal) => Promise<T>;
  readonly show: (data: T, principal: Principal) => ReactNode;
}

/**
 * Every page of the console: who asks, may they, the first reads, and what is shown instead when there is no answer.
 */
export async function consolePage<T>(of: ConsolePage<T>) {
  const { permission, title, href, parts, framed = false, list, load, show } = of;
  const page = await loadPage(permission, async (principal) => {
    if (list !== undefined) await openView(principal, list.name, href, list.search);
    return load(principal);
  });
  if (page.kind === 'loaded') return show(page.data, page.principal);
  if (page.kind === 'refused') return <BadAddress title={title} refusal={page.refusal} href={href} />;
  const { reason, askedAt } = page;
  return framed ? (
    <UnansweredParts parts={parts} reason={reason} askedAt={askedAt} />
  ) : (
    <UnansweredPage title={title} parts={parts} reason={reason} askedAt={askedAt} />
  );
}
