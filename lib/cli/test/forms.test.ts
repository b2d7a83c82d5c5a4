import { expect, test } from 'vitest';

/** A script: the compiler does not read it. */
const script = new URL('forms.mjs', import.meta.url).href;
const { environmentOf, filterOf, readForm } = (await import(script)) as {
  environmentOf: (form: string, stage?: { compares?: boolean }) => Record<string, string>;
  filterOf: (env: Record<string, string>) => string[];
  readForm: (args: string[]) => string;
};

test('npm test is the short form, and takes no words but its other forms', () => {
  expect([[], ['--compared'], ['--all'], ['--full']].map(readForm)).toEqual(['short', 'compared', 'all', 'full']);
  for (const args of [['--fast'], ['--all', '--full'], ['--full', 'rocketmq']])
    expect(() => readForm(args)).toThrow(`npm test takes --compared, --all or --full, not ${args.join(' ')}`);
});

test('the form for what lands has every test of a stage that compares, and the short form of the others', () => {
  const forms = ['short', 'compared', 'all', 'full'];
  const filters = (stage: { compares?: boolean }) => forms.map((form) => filterOf(environmentOf(form, stage)).length);
  expect([filters({}), filters({ compares: true })]).toEqual([
    [1, 1, 0, 0],
    [1, 0, 0, 0],
  ]);
});

test('only the short form leaves tests out, and only the full one has the sizes of production', () => {
  const forms = ['short', 'all', 'full'].map((form) => environmentOf(form));
  expect(forms.map(filterOf)).toEqual([['--tags-filter=!long && !landing'], [], []]);
  expect(filterOf(environmentOf('compared'))).toEqual(['--tags-filter=!long']);
  expect(forms.map(({ REDRIVE_TEST_FULL }) => REDRIVE_TEST_FULL)).toEqual(['', '', '1']);
});

test('a runner that is started by hand runs every test', () => expect(filterOf({})).toEqual([]));
