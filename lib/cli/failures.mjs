// What failed, as the reports of the runners tell it: said once more at the end, where a reader of a long log looks.
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { projectRoot } from './project-root.mjs';

const MOST_LINES = 12;

/** A file of a Vitest JSON report that failed outside of its tests: it could not be loaded, or a hook failed. */
export function failedOutside({ status, assertionResults }) {
  return status === 'failed' && !assertionResults.some((result) => result.status === 'failed');
}

/** The failed tests of a Vitest JSON report, and the files that failed outside of them, as texts of a few lines. */
export function failuresOfVitest({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(projectRoot, name);
    if (failedOutside({ status, assertionResults })) return [asText(file, message)];
    return assertionResults
      .filter((result) => result.status === 'failed')
      .map((result) => asText(`${file} > ${result.fullName}`, result.failureMessages.join('\n')));
  });
}

/** The failed tests of a Playwright JSON report. */
export function failuresOfPlaywright({ suites, errors }) {
  const outside = errors.map((error) => asText('outside of a test', error.stack ?? error.message ?? ''));
  return [...outside, ...suites.flatMap(failuresOfSuite)];
}

function failuresOfSuite({ suites = [], specs = [] }) {
  const own = specs
    .filter((spec) => !spec.ok)
    .map((spec) => {
      const messages = spec.tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors));
      return asText(`${spec.file} > ${spec.title}`, messages.map(({ message }) => message).join('\n'));
    });
  return [...own, ...suites.flatMap(failuresOfSuite)];
}

/** @returns the title, and the first lines of the message that are not of a package */
export function asText(title, message) {
  const lines = stripVTControlCharacters(message)
    .trim()
    .split('\n')
    .filter((line) => !line.includes('/node_modules/'));
  const left = lines.length - MOST_LINES;
  const shown = [...lines.slice(0, MOST_LINES), ...(left > 0 ? [`... and ${left} more lines, above`] : [])];
  return [`- ${title}`, ...shown.map((line) => `    ${line}`)].join('\n');
}
