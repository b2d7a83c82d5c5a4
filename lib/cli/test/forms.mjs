/**
 * How much of the tests a run takes in. A test says itself that it is in the long forms only, by the tag `long`: in
 * Vitest `{ tags: ['long'] }` or `// @module-tag long`, in Playwright `@long` at the end of its title. How often a random run is
 * played, and with how many rows, is in lib/testing/full.ts. The tag `landing`, used alike, leaves a test out of the short form
 * only.
 */
export const FORMS = {
  /** For each change: each subject, in minutes. What is left out counts as skipped. */
  short: { everyTest: false, fullSize: false },
  /**
   * For each change that lands: the short form, what is tagged `landing`, and every test beside Apache RocketMQ and its
   * SDK for Java.
   */
  compared: { everyTest: false, everyComparison: true, lands: true, fullSize: false },
  /** Every test. */
  all: { everyTest: true, fullSize: false },
  /** Every test, with the sizes of production, and the SDKs that take longest to build. */
  full: { everyTest: true, fullSize: true },
};

/** @param {string[]} args of the command: none, --compared, --all or --full */
export function readForm(args) {
  const form = args.length === 0 ? 'short' : args[0].replace(/^--/, '');
  if (args.length > 1 || FORMS[form] === undefined)
    throw new Error(`npm test takes --compared, --all or --full, not ${args.join(' ')}`);
  return form;
}

/** What a stage inherits. A runner started by hand has no form: it runs every test, in short sizes. */
export function environmentOf(form, { compares = false } = {}) {
  const { everyTest, everyComparison = everyTest, lands = everyTest, fullSize } = FORMS[form];
  const every = compares ? everyComparison : everyTest;
  return {
    REDRIVE_TEST_SHORT: every ? '' : '1',
    REDRIVE_TEST_LANDING: lands ? '1' : '',
    REDRIVE_TEST_FULL: fullSize ? '1' : '',
  };
}

/** What a stage of this environment gives to Vitest. */
export function filterOf({ REDRIVE_TEST_SHORT, REDRIVE_TEST_LANDING }) {
  if (REDRIVE_TEST_SHORT !== '1') return [];
  return [`--tags-filter=${REDRIVE_TEST_LANDING === '1' ? '!long' : '!long && !landing'}`];
}
