import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** How a case was run. */
export const WAYS = ['core', 'sdk', 'java', 'original'] as const;
export type Way = (typeof WAYS)[number];

export interface CaseResult {
  readonly passed: number;
  readonly failed: number;
  /** Test files that carry the case, from the project's root. */
  readonly files: readonly string[];
}

/** By way, then by case id. A way that did not run on this machine is absent. */
export type Results = Partial<Record<Way, Readonly<Record<string, CaseResult>>>>;

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly title: string;
      readonly fullName: string;
      readonly status: string;
    }[];
  }[];
}

const TAG = /\[case ([^\]]+)\]/;

/** Reads what the last run of the tests wrote. */
export function collectResults(root: string, reports: readonly string[]): Results {
  const results: Partial<Record<Way, Record<string, CaseResult>>> = {};
  for (const path of reports) {
    if (!existsSync(path)) continue;
    const report = JSON.parse(readFileSync(path, 'utf8')) as VitestReport;
    for (const { name, assertionResults } of report.testResults) {
      const file = relative(root, name).replaceAll('\\', '/');
      const way = wayOf(file);
      for (const { fullName, status } of assertionResults) {
        if (status !== 'passed' && status !== 'failed') continue;
        for (const id of casesOf(fullName)) add((results[way] ??= {}), id, file, status);
      }
    }
  }
  return results;
}

export function casesOf(title: string): string[] {
  return (TAG.exec(title)?.[1] ?? '').split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
}

function wayOf(file: string): Way {
  if (file.startsWith('e2e/java/')) return 'java';
  if (file.startsWith('e2e/rocketmq/')) return 'original';
  return file.startsWith('e2e/') ? 'sdk' : 'core';
}

function add(results: Record<string, CaseResult>, id: string, file: string, status: string): void {
  const before = results[id] ?? { passed: 0, failed: 0, files: [] };
  results[id] = {
    passed: before.passed + (status === 'passed' ? 1 : 0),
    failed: before.failed + (status === 'failed' ? 1 : 0),
    files: before.files.includes(file) ? before.files : [...before.files, file].toSorted(),
  };
}

/** What the page was made from; kept beside it. */
export interface CaseRecord {
  readonly results: Results;
  /** A Markdown table. */
  readonly comparison: string;
}

export function readRecord(path: string): CaseRecord {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as CaseRecord) : { results: {}, comparison: '' };
}

export function reportPaths(root: string): string[] {
  return ['vitest.json', 'vitest-java.json'].map((name) => join(root, 'test-results', name));
}

export const ROOT = join(import.meta.dirname, '..', '..');
