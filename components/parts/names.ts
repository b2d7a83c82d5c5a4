import { segmentOfId } from '@/lib/model/message/message-id';
import { msg, t } from '@/lib/model/language/t';
import type { MessageType } from '@/lib/model/topic/topic';
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

/** The page of a cause of a group. */
export function causeHref({ key, group }: { readonly key: string; readonly group: string }): string {
  return `/dead-letters/causes/${encodeURIComponent(key)}?group=${encodeURIComponent(group)}`;
}

const TYPES: Readonly<Record<MessageType, string>> = {
  NORMAL: msg('Normal'),
  FIFO: msg('FIFO'),
  DELAY: msg('Delay'),
  TRANSACTION: msg('Transaction'),
  PRIORITY: msg('Priority'),
  LITE: msg('Lite'),
};

/** Brokers know types that are none: MIXED, UNSPECIFIED. */
export function typeWord(type: string): string {
  return t(TYPES[type as MessageType] ?? type);
}
