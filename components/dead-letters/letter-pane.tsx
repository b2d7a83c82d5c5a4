import type { ReactNode } from 'react';
import type { UrlParams } from '@/components/data-table/use-url-params';
import { LetterPeek, loadLetterPeek } from '@/components/dead-letters/cluster/letter-peek';
import { loadPeek } from '@/components/messages/group-peek';
import { peekOf, readPeek } from '@/components/messages/peek.model';
import { Peek } from './peek';

/** For the list around it. */
export function letterPaneProgram(workspace: string | null) {
  return workspace === null ? loadPeek : loadLetterPeek;
}

/** For a list whose rows are read beside it: the one of ?peek=; null: none is. */
export function letterPane(url: UrlParams, workspace: string | null = null): ReactNode | null {
  const peeked = readPeek(url.get('peek'));
  if (peeked === null) return null;
  const onClose = () => url.replace({ peek: undefined });
  if (workspace !== null) return <LetterPeek key={peekOf(peeked)} peeked={peeked} onClose={onClose} />;
  return <Peek key={peekOf(peeked)} peeked={peeked} onClose={onClose} />;
}
