import { test } from 'vitest';

/**
 * As `test.for`, of cases that are alike: the first in every form, the others in the long ones
 * (lib/cli/test/forms.mjs).
 */
export function eachShortFirst<const Case>(
  cases: readonly Case[],
  define: typeof test | typeof test.concurrent = test,
) {
  return (title: string, run: (one: Case) => Promise<void>, timeout = 120_000): void => {
    for (const [index, one] of cases.entries()) {
      const [name] = [one].flat();
      define(title.replace('%s', String(name)), { tags: index === 0 ? [] : ['long'], timeout }, () => run(one));
    }
  };
}
