import { speechIn } from '../language/catalogues';
import { languageOf } from '../model/language/languages';
import { ENGLISH, inSpeech, type Speech } from '../model/language/speech';

/**
 * What `write` says in the language of who reads the terminal, as the locale of the environment names it. Log lines stay
 * English. It may not wait for anything.
 */
export function forTerminal<T>(write: () => T, env: NodeJS.ProcessEnv = process.env): T {
  return inSpeech(speechOf(env), write);
}

/** zh_CN.UTF-8 is Chinese; C is English. A package without catalogues speaks English. */
function speechOf({ LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv): Speech {
  const locale = [LC_ALL, LC_MESSAGES, LANG].find((given) => given !== undefined && given !== '') ?? '';
  try {
    return speechIn(languageOf(locale.replace(/[.@].*$/, '').replace('_', '-')));
  } catch {
    return ENGLISH;
  }
}
