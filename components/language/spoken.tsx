'use client';

import type { ReactNode } from 'react';
import { setSpeechOfDocument, type Speech } from '@/lib/model/language/speech';

/** Whatever is below is in this language: its messages are there before anything of it is rendered. */
export function Spoken({ speech, children }: { readonly speech: Speech; readonly children: ReactNode }) {
  // On the server each request has its own, and this would be that of all of them.
  if (typeof window !== 'undefined') setSpeechOfDocument(speech);
  return children;
}
