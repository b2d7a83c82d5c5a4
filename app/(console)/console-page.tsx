import type { ReactNode } from 'react';
import { UnansweredPage, UnansweredParts } from '@/components/live/unanswered';
import { BadAddress } from '@/components/ui/bad-address';
import type { Permission, Principal } from '@/lib/auth/permission';
import { loadPage } from '@/lib/console/pages/load-page';

export type SearchParams = Promise<Readonly<Record<string, string | string[] | undefined>>>;

interface ConsolePage<T> {
  readonly permission: Permission;
  readonly title: string;
  /** Where the page begins again when its address cannot be answered. */
  readonly href: string;
  /** Headings of its parts: each is shown as unknown while nothing can be read. */
  readonly parts: readonly string[];
  /** A layout shows a title above the page. */
  readonly framed?: boolean;
  readonly load: (principal: Principal) => Promise<T>;
  readonly show: (data: T, principal: Principal) => ReactNode;
}

/**
 * Every page of the console: who asks, may they, the first reads, and what is shown instead when there is no answer.
 */
export async function consolePage<T>({ permission, title, href, parts, framed = false, load, show }: ConsolePage<T>) {
  const page = await loadPage(permission, load);
  if (page.kind === 'loaded') return show(page.data, page.principal);
  if (page.kind === 'refused') return <BadAddress title={title} refusal={page.refusal} href={href} />;
  const { reason, askedAt } = page;
  return framed ? (
    <UnansweredParts parts={parts} reason={reason} askedAt={askedAt} />
  ) : (
    <UnansweredPage title={title} parts={parts} reason={reason} askedAt={askedAt} />
  );
}
