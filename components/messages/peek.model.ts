import { messageHref } from '@/components/parts/names';

/** The letter that is shown beside the list. */
export interface Peeked {
  readonly messageId: string;
  readonly group: string;
}

/** As it stands in `?peek=`. A group's name has no slash; an id may have. */
export function peekOf({ messageId, group }: Peeked): string {
  return `${group}/${messageId}`;
}

export function readPeek(text: string | undefined): Peeked | null {
  const at = text?.indexOf('/') ?? -1;
  if (text === undefined || at < 1 || at === text.length - 1) return null;
  return { group: text.slice(0, at), messageId: text.slice(at + 1) };
}

export function pageOf({ messageId, group }: Peeked): string {
  return messageHref(messageId, group);
}
