import { readdirSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

/** Dialogs are built of these two; both are sent by Ctrl+Enter (components/form/dialog.tsx). */
const OF_A_FORM = /<(FormDialog|ConfirmDialog)\b/;
const files = readdirSync('components', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.tsx'))
  .map((path) => ({ path, text: readFileSync(`components/${path}`, 'utf8') }));

test('every dialog that asks for a reason suggests one, and none has a field of its own for it', () => {
  const dialogs = files.filter(({ text }) => OF_A_FORM.test(text));
  expect(dialogs.length).toBeGreaterThan(30);
  const asking = dialogs.flatMap(({ path, text }) =>
    [...text.matchAll(/<ConfirmDialog\b[\s\S]*?\n\s*>/g)].map(([tag]) => ({ path, tag })),
  );
  const silent = asking.filter(({ tag }) => tag.includes('requireReason') && !tag.includes('initialReason'));
  expect(silent.map(({ path }) => path)).toEqual([]);
  // the rule of an alarm is edited on its page, and has a dialog only to be removed
  const own = dialogs.filter(
    ({ path, text }) => /<Field\s+label="Reason/.test(text) && !path.endsWith('rule-editor.tsx'),
  );
  expect(own.map(({ path }) => path)).toEqual([]);
});

test('a dialog has one form at most: Ctrl+Enter sends it', () => {
  const several = files.filter(({ text }) => /<Dialog\b/.test(text) && (text.match(/<form\b/g) ?? []).length > 1);
  expect(several.map(({ path }) => path)).toEqual([]);
});
