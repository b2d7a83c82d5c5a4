// Errors outside of a test: Vitest prints them between thousands of lines, and its JSON report leaves them out.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { asText } from '../failures.mjs';
import { projectRoot } from '../project-root.mjs';

/** A reporter of Vitest. */
export default class LeakedErrors {
  onTestRunEnd(modules, errors) {
    writeFileSync(process.env['REDRIVE_TEST_LEAKED'], JSON.stringify(errors.map(textOf)));
  }
}

/** @returns the path of the file in which the reporter writes */
export function freshLeaks(name) {
  const path = join(projectRoot, 'test-results', `leaked-${name}.json`);
  rmSync(path, { force: true });
  return path;
}

export function leaksOf(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : [];
}

function textOf({ type = 'Error', name, message, stack, VITEST_TEST_PATH: file, VITEST_TEST_NAME: test }) {
  const during = [file && relative(projectRoot, file), test].filter(Boolean).join(' > ');
  return asText(during === '' ? type : `${type}, during ${during}`, stack || `${name}: ${message}`);
}
