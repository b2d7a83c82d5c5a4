import { segmentOfId } from '@/lib/model/message-id';

/** Ids may hold any visible character. */
export function messageHref(messageId: string, group?: string): string {
  const query = group === undefined ? '' : `?group=${encodeURIComponent(group)}`;
  return `/messages/${encodeURIComponent(segmentOfId(messageId))}${query}`;
}
