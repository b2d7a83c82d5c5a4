import { go } from './go';
import { java } from './java';
import { node } from './node';
import { python } from './python';

/** The languages of the page, in its order: complete programs with the official clients. */
export const LANGUAGES = { node, java, go, python } as const;
export type LanguageName = keyof typeof LANGUAGES;
