import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { isOfBroker } from '@/components/parts/nav.model';
import { Spoken } from '@/components/language/spoken';
import { UnansweredPage, UnansweredParts } from '@/components/live/unanswered';
import { BadAddress } from '@/components/ui/bad-address';
import type { Permission, Principal } from '@/lib/auth/permission';
import { isAttachOnly } from '@/lib/console/pages/attach-only';
import { type Area, speechFor } from '@/lib/console/pages/language';
import { loadPage } from '@/lib/console/pages/load-page';
import { openView } from '@/lib/console/pages/open-view';
import { t } from '@/lib/model/language/t';
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
  /** Whose messages it shows beside those of the frame. */
  readonly areas?: readonly Area[];
  /** A layout shows a title above the page. */
  readonly framed?: boolean;
  readonly load: (principal: Principal) => Promise<T>;
  readonly show: (data: T, principal: Principal) => ReactNode;
}

/**
 * Every page of the console: who asks, may they, the first reads, and what is shown instead when there is no answer.
 */
export async function consolePage<T>(of: ConsolePage<T>) {
  const { permission, title, href, parts, framed = false, list, areas = [], load, show } = of;
  if (isOfBroker(href) && isAttachOnly()) redirect('/');
  const page = await loadPage(permission, async (principal) => {
    if (list !== undefined) await openView(principal, list.name, href, list.search);
    return load(principal);
  });
  if (page.kind === 'loaded') return <Spoken speech={await speechFor(areas)}>{show(page.data, page.principal)}</Spoken>;
  if (page.kind === 'refused') return <BadAddress title={t(title)} refusal={page.refusal} href={href} />;
  const { reason, askedAt } = page;
  return framed ? (
    <UnansweredParts parts={parts.map((part) => t(part))} reason={reason} askedAt={askedAt} />
  ) : (
    <UnansweredPage title={t(title)} parts={parts.map((part) => t(part))} reason={reason} askedAt={askedAt} />
  );
}
