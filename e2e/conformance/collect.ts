import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** How a case was run. */
export const WAYS = ['core', 'sdk', 'java', 'original'] as const;
export type Way = (typeof WAYS)[number];

export interface Count {
  readonly passed: number;
  readonly failed: number;
}

/** By way, then by case id. A way in which no test carries a case is absent. */
export type Results = Partial<Record<Way, Readonly<Record<string, Count>>>>;

/** By test file, from the project's root, then by case id. */
export type FileResults = Readonly<Record<string, Readonly<Record<string, Count>>>>;

interface Found extends Count {
  /** Tests that this run left out: long forms, or tests that need tools this machine lacks. */
  readonly skipped: number;
}

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

/**
 * Reads what the last run of the tests wrote. What it left out, a test or a whole file, keeps what was found before for
 * as long as it is there.
 */
export function collectResults(root: string, reports: readonly string[], before: FileResults): FileResults {
  const found = readReports(root, reports);
  const kept = Object.entries(before).filter(([file]) => found[file] === undefined && existsSync(join(root, file)));
  const ran = Object.entries(found).map(([file, cases]) => [file, withBefore(cases, before[file])] as const);
  return sorted(Object.fromEntries([...kept, ...ran].map(([file, cases]) => [file, sorted(cases)])));
}

function readReports(root: string, reports: readonly string[]): Record<string, Record<string, Found>> {
  const found: Record<string, Record<string, Found>> = {};
  for (const path of reports) {
    if (!existsSync(path)) continue;
    const report = JSON.parse(readFileSync(path, 'utf8')) as VitestReport;
    for (const { name, assertionResults } of report.testResults) {
      const file = relative(root, name).replaceAll('\\', '/');
      for (const { fullName, status } of assertionResults)
        for (const id of casesOf(fullName)) add((found[file] ??= {}), id, status);
    }
  }
  return found;
}

function add(cases: Record<string, Found>, id: string, status: string): void {
  const { passed, failed, skipped } = cases[id] ?? { passed: 0, failed: 0, skipped: 0 };
  const ended = status === 'passed' || status === 'failed';
  cases[id] = {
    passed: passed + (status === 'passed' ? 1 : 0),
    failed: failed + (status === 'failed' ? 1 : 0),
    skipped: skipped + (ended ? 0 : 1),
  };
}

function withBefore(cases: Readonly<Record<string, Found>>, before: FileResults[string] = {}): Record<string, Count> {
  const counts = Object.entries(cases).map(([id, { passed, failed, skipped }]) => {
    const known = Math.max(0, (before[id]?.passed ?? 0) - passed);
    return [id, { passed: passed + Math.min(skipped, known), failed }] as const;
  });
  return Object.fromEntries(counts.filter(([, { passed, failed }]) => passed + failed > 0));
}

export function byWay(files: FileResults): Results {
  const results: Partial<Record<Way, Record<string, Count>>> = {};
  for (const [file, cases] of Object.entries(files)) {
    const way = (results[wayOf(file)] ??= {});
    for (const [id, { passed, failed }] of Object.entries(cases)) {
      const sum = way[id] ?? { passed: 0, failed: 0 };
      way[id] = { passed: sum.passed + passed, failed: sum.failed + failed };
    }
  }
  return results;
}

function sorted<Value>(values: Readonly<Record<string, Value>>): Record<string, Value> {
  const entries = Object.entries(values);
  return Object.fromEntries(entries.toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true })));
}

export function casesOf(title: string): string[] {
  return (TAG.exec(title)?.[1] ?? '').split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
}

function wayOf(file: string): Way {
  if (file.startsWith('e2e/java/')) return 'java';
  if (file.startsWith('e2e/rocketmq/')) return 'original';
  return file.startsWith('e2e/') ? 'sdk' : 'core';
}

/** What the page was made from; kept beside it. */
export interface CaseRecord {
  readonly files: FileResults;
  /** A Markdown table. */
  readonly comparison: string;
}

export function readRecord(path: string): CaseRecord {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as CaseRecord) : { files: {}, comparison: '' };
}

export function reportPaths(root: string): string[] {
  return ['vitest-unit.json', 'vitest-core.json', 'vitest-protocol.json', 'vitest-rocketmq.json'].map((name) =>
    join(root, 'test-results', name),
  );
}

export const ROOT = join(import.meta.dirname, '..', '..');
