import 'server-only';
import type { Metadata } from 'next';
import { type Area, messagesOf } from '../../language/catalogues';
import { type Speech, speech } from '../../model/language/speech';
import { t } from '../../model/language/t';
import { findPrincipal } from '../http/session';

export type { Area };

/** What a browser needs to show these areas in the language of its reader. */
export async function speechFor(areas: readonly Area[]): Promise<Speech> {
  // Who asks decides; while that is not known, their browser does.
  await findPrincipal().catch(() => null);
  const { language } = speech();
  return { language, messages: messagesOf(language, areas) };
}

/** The title of a page: `generateMetadata = titled('Now')`. */
export function titled(title: string): () => Promise<Metadata> {
  return async () => {
    await findPrincipal().catch(() => null);
    return { title: t(title) };
  };
}
