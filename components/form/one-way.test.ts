import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Files that hand an action to sendAction. */
const WAYS = /\b(useAction|useActionForm|useControl|useVersionEditor|sendAction)\(|<ConfirmDialog\b/;
/** Under them, not beside them: these only say how to save. */
const HANDS_ON = new Set(['settings/use-retention-editor.ts']);

const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(?<!\.test)\.tsx?$/.test(file),
);
const callers = files.filter((file) =>
  /import \{[^}]*Action[^}]*\} from '@\/lib\/console\/actions\//.test(readFileSync(`${ROOT}/${file}`, 'utf8')),
);

test('there are callers of server actions', () => expect(callers.length).toBeGreaterThan(15));

test.each(callers)('%s calls server actions the one way, which keeps the page when nothing answers', (file) => {
  const text = readFileSync(`${ROOT}/${file}`, 'utf8');
  expect(HANDS_ON.has(file) || WAYS.test(text)).toBe(true);
  expect(text).not.toMatch(/startTransition|useActionState/);
});

test('where a send failed, its button to send again has a form to submit', () => {
  const without = files.filter((file) => {
    const text = readFileSync(`${ROOT}/${file}`, 'utf8');
    return [...text.matchAll(/<FormFailure\b[^>]*>/g)].some(({ 0: tag, index }) => {
      if (/\b(?:again|onAgain|form)=/.test(tag)) return false;
      const before = text.slice(0, index);
      return before.split(/<Form\s/).length === before.split('</Form>').length;
    });
  });
  expect(without).toEqual([]);
});

test('a form is submitted by the page, also when it was pressed before hydration, and never by the browser', () => {
  const bare = files.filter((file) => /<form\b(?! action=\{)/.test(readFileSync(`${ROOT}/${file}`, 'utf8')));
  expect(bare).toEqual(['form/form.tsx']);
});
