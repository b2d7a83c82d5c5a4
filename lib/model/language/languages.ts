/** Each language is its tag in `lang`, in the cookie and in Accept-Language. */
export const LANGUAGES = ['en', 'zh-CN', 'ja'] as const;
export type Language = (typeof LANGUAGES)[number];

/** English, long and accented: shows what would be cut off and what is not translatable yet. No account can choose it. */
export const PSEUDO = 'en-XA';
export type Spoken = Language | typeof PSEUDO;

/** Each in itself. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', 'zh-CN': '简体中文', ja: '日本語' };

/** Kept for visitors who are not signed in yet. */
export const LANGUAGE_COOKIE = 'redrive-language';

/** A page asks in the language that it is shown in, which may not be that of the account any more. */
export const LANGUAGE_HEADER = 'x-redrive-language';

export function asLanguage(text: string | null | undefined): Language | null {
  return LANGUAGES.find((language) => language === text) ?? null;
}

export function asSpoken(text: string | null | undefined): Spoken | null {
  return text === PSEUDO ? PSEUDO : asLanguage(text);
}

/** The first language of Accept-Language that there is. Every kind of Chinese is answered in the one there is. */
export function languageOf(accepted: string | null): Language {
  const wanted = (accepted ?? '')
    .split(',')
    .slice(0, 20)
    .map((part) => {
      const [tag = '', ...rest] = part.trim().toLowerCase().split(';');
      const quality = rest
        .find((one) => one.trim().startsWith('q='))
        ?.trim()
        .slice(2);
      return { tag: tag.split('-')[0], quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality);
  for (const { tag } of wanted) {
    const found = LANGUAGES.find((language) => language.split('-')[0] === tag);
    if (found !== undefined) return found;
  }
  return 'en';
}
