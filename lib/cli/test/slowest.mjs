// What took longest, at the end of a run: where the next second is to be saved.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { projectRoot } from '../project-root.mjs';

const MOST_FILES = 12;

/** @returns the path of a file to which each test file adds a line (lib/testing/note-times.ts) */
export function freshTimes(name) {
  const path = join(projectRoot, 'test-results', `times-${name}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  return path;
}

export function timesOfVitest(path) {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line)).map((times) => ({ ...times, file: relative(projectRoot, times.file) }));
}

/** The browser, the server and the runner compute for a test; how much of it is whose is not counted. */
export function timesOfPlaywright({ suites, config }) {
  return suites.map((suite) => ({
    file: join(relative(projectRoot, config.rootDir), suite.file),
    tookMs: resultsOf(suite).reduce((sum, { duration }) => sum + duration, 0),
  }));
}

function resultsOf({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results));
  return [...own, ...suites.flatMap(resultsOf)];
}

/** @param stages in the order in which they ended: name, tookMs, computedMs, times of files */
export function describeSlowest(stages) {
  const files = stages.flatMap(({ times }) => times).toSorted((a, b) => weightOf(b) - weightOf(a));
  return [
    row('seconds:', 'wall', 'computed', 'in PostgreSQL'),
    ...stages.map(({ name, tookMs, computedMs }) => row(name, inSeconds(tookMs), inSeconds(computedMs), '')),
    ...files
      .slice(0, MOST_FILES)
      .map(({ file, tookMs, computedMs, serverMs }) =>
        row(file, inSeconds(tookMs), inSeconds(computedMs), inSeconds(serverMs)),
      ),
  ];
}

/** Of a browser test most of the time is computed. */
function weightOf({ tookMs, computedMs = tookMs, serverMs = 0 }) {
  return computedMs + serverMs;
}

function inSeconds(milliseconds) {
  return milliseconds === undefined ? '' : (milliseconds / 1000).toFixed(1);
}

function row(name, ...columns) {
  return `${name.padEnd(56)}${columns.map((column) => column.padStart(16)).join('')}`.trimEnd();
}
