import { t } from '../language/t';

const LANGUAGES: Readonly<Record<string, string>> = {
  ...{ JAVA: 'Java', CPP: 'C++', DOT_NET: '.NET', GOLANG: 'Go', RUST: 'Rust', PYTHON: 'Python', PHP: 'PHP' },
  ...{ NODE_JS: 'Node', RUBY: 'Ruby', OBJECTIVE_C: 'Objective-C', DART: 'Dart', KOTLIN: 'Kotlin' },
};

/** "Node 1.0.8"; "unknown": it has not said. */
export function sdkOf({ language, version }: { readonly language: string; readonly version: string }): string {
  return `${LANGUAGES[language] ?? language} ${version}`.trim() || t('unknown');
}

/** The same of "node_js 1.0.8". */
export function sdkNamed(text: string): string {
  const [language = '', ...version] = text.split(' ');
  return sdkOf({ language: language.toUpperCase(), version: version.join(' ') });
}
