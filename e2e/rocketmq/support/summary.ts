import type { ExplainedDifference } from '../differences';
import type { Difference } from './compare';
import type { Event, Fact } from './event-log';

export interface ScenarioRun {
  readonly id: string;
  readonly title: string;
  readonly rocketmq: readonly Event[];
  readonly redrive: readonly Event[];
  readonly found: readonly Difference[];
  readonly unexplained: readonly Difference[];
  /** Why it could not be played to its end. */
  readonly failures: readonly string[];
}

/** Two Markdown tables: what each scenario showed, and what is meant to differ. */
export function summarize(runs: readonly ScenarioRun[], differences: readonly ExplainedDifference[]): string {
  const idsOf = ({ scenario, at }: Difference): string[] =>
    differences
      .filter(({ shown }) => shown.some((row) => row.scenario === scenario && row.at === at))
      .map(({ id }) => id);
  const lines = runs
    .toSorted((a, b) => a.id.localeCompare(b.id))
    .map((run) => {
      const steps = run.rocketmq.length;
      const explained = [...new Set(run.found.flatMap(idsOf))].toSorted().join(', ');
      return `| \`${run.id}\` | ${cell(run.title)} | ${steps} | ${explained || '–'} | ${run.unexplained.length || '–'} |`;
    });
  const meant = differences.map(({ id, what, why, shown, unseen }) => {
    const [first] = shown;
    const seen =
      first === undefined
        ? `not shown: ${unseen ?? ''}`
        : `\`${first.scenario}\`, ${cell(first.at)}: ${fact(first.rocketmq)} / ${fact(first.redrive)}`;
    return `| ${id} | ${cell(what)} | ${cell(why)} | ${seen} |`;
  });
  return [
    '| Scenario | What it shows | Steps | Meant differences | Others |',
    '|---|---|---|---|---|',
    ...lines,
    '',
    '| Id | What differs | Why | First seen (Apache RocketMQ / Redrive) |',
    '|---|---|---|---|',
    ...meant,
    '',
  ].join('\n');
}

const cell = (text: string): string => text.replaceAll('|', '\\|');

const fact = (value: Fact): string => cell(`\`${JSON.stringify(value)}\``);
