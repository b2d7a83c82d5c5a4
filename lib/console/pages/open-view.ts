import 'server-only';
import { redirect } from 'next/navigation';
import { defaultView } from '../../auth/own-views';
import type { Principal } from '../../auth/permission';
import { type ListName, viewAddress } from '../../model/list-view';
import { getRuntime } from '../../runtime/singleton';

/** A list whose address says nothing opens with the view that the operator chose for it. */
export async function openView(
  { operatorId }: Principal,
  list: ListName,
  href: string,
  params: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (Object.keys(params).length > 0) return;
  const view = await defaultView(getRuntime().store, operatorId, list);
  if (view !== null) redirect(`${href}?${viewAddress(view)}`);
}
