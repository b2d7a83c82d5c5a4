import { segmentOfId } from '@/lib/model/message/message-id';
import { inWorkspace } from '@/lib/model/workspace';

export function groupHref(name: string, page = '', workspace: string | null = null): string {
  return inWorkspace(workspace, `/groups/${encodeURIComponent(name)}${page === '' ? '' : `/${page}`}`);
}

export function topicHref(name: string, page = ''): string {
  return `/topics/${encodeURIComponent(name)}${page === '' ? '' : `/${page}`}`;
}

/** Ids may hold any visible character. */
export function messageHref(messageId: string, group?: string): string {
  const query = group === undefined ? '' : `?group=${encodeURIComponent(group)}`;
  return `/messages/${encodeURIComponent(segmentOfId(messageId))}${query}`;
}

/** Both ends: producers' ids often differ in the last characters only. */
export function shorten(messageId: string): string {
  return messageId.length > 20 ? `${messageId.slice(0, 6)}…${messageId.slice(-10)}` : messageId;
}
