import { LANGUAGE_NAMES, LANGUAGES } from '@/lib/model/language/languages';

/** Of a select: each language by its own name. */
export function LanguageOptions() {
  return LANGUAGES.map((each) => (
    <option key={each} value={each} lang={each}>
      {LANGUAGE_NAMES[each]}
    </option>
  ));
}
