import type { Figure, Results, Row } from './result';

/** The page of the documentation, made of the last results. @param profile where the time goes, written by hand */
export function toMarkdown({ at, machine, versions, options, tookSeconds, rows }: Results, profile: string): string {
  const missed = rows.filter(({ met }) => met === false);
  const unmeasured = rows.filter(({ missing }) => missing !== undefined);
  const goals = rows.filter(({ met }) => met !== null);
  return [
    '# Performance',
    '',
    '<!-- Made by `npm run bench` from bench/results/latest.json: change bench/report/markdown.ts instead. -->',
    '',
    'These figures come from one command, `npm run bench`. It starts Redrive and its peers on one machine, puts the',
    'same load on them in alternating rounds, and compares the medians. A ratio says more than a number here: both',
    'sides share the machine with the load client.',
    '',
    ...list({ ...machine, ...versions }),
    '',
    `Measured on ${at.slice(0, 10)} in ${Math.round(tookSeconds / 60)} minutes: ` +
      `${String(options['rounds'])} rounds of ${String(options['seconds'])} s each. ` +
      `${goals.length - missed.length} of ${goals.length} goals are met.`,
    '',
    '| Work | Redrive | Against | Peer | Ratio | Goal | Met | CPU µs per message |',
    '|---|---|---|---|---|---|---|---|',
    ...rows.map(toLine),
    '',
    'A figure is the median of the rounds, with the lowest and highest in brackets. The processor time is that of all',
    'processes of a side, its database included, and not that of the load client.',
    '',
    ...section(
      'Checked',
      rows.flatMap(({ work, against, checked = [] }) =>
        checked.length === 0 ? [] : [`${work}, against ${against ?? 'nothing'}: ${checked.join('; ')}`],
      ),
    ),
    ...section('Measured again later, some rounds of some works', laterRuns(rows)),
    ...section('Goals that are not met', missed.map(describeMiss)),
    profile,
    ...section(
      'Not measured',
      unmeasured.map(
        ({ work, against, missing }) => `${work}${against === null ? '' : `, against ${against}`}: ${missing ?? ''}`,
      ),
    ),
    '## Measure it yourself',
    '',
    '```sh',
    'npm run bench                                 # all works: about 25 minutes on two cores',
    'npm run bench -- --rounds 3 --seconds 2 gRPC  # works with this word in their name',
    'npm run bench -- --list                       # their names',
    '```',
    '',
    'Go builds the load client. Java 17 and Maven run Apache RocketMQ from Maven Central. A row whose tools are',
    'missing says so. Nothing else should run on the machine meanwhile.',
    '',
  ].join('\n');
}

function toLine({ work, redrive, against, peer, ratio, goal, better, met, missing }: Row): string {
  const cells = [
    work,
    redrive === null ? `– (${missing ?? 'not measured'})` : show(redrive),
    against ?? '–',
    peer === null ? '–' : peer.min === peer.max && against?.startsWith('the limit') === true ? '–' : show(peer),
    ratio === null ? '–' : `${ratio}x`,
    goal === null ? '–' : `${better === 'higher' ? '≥' : '≤'} ${goal}x`,
    met === null ? '–' : met ? 'yes' : '**no**',
    [redrive, peer]
      .map((figure) => figure?.cpuUs)
      .filter((cpu) => cpu !== undefined)
      .join(' / ') || '–',
  ];
  return `| ${cells.join(' | ')} |`;
}

function show({ median, min, max, unit }: Figure): string {
  return `${number(median)}${unit.startsWith('/') ? '' : ' '}${unit} (${number(min)}–${number(max)})`;
}

function number(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: value >= 100 ? 0 : 2 });
}

function laterRuns(rows: readonly Row[]): string[] {
  const works = new Map<string, Set<string>>();
  for (const { work, later } of rows) {
    if (later === undefined) continue;
    const run = `${later.at.slice(0, 16).replace('T', ' ')} UTC, Redrive ${later.redrive}`;
    works.set(run, (works.get(run) ?? new Set()).add(work));
  }
  return Array.from(works, ([run, names]) => `${run}: ${[...names].join('; ')}`);
}

function describeMiss({ work, against, ratio, goal, better }: Row): string {
  const bound = better === 'higher' ? 'at least' : 'at most';
  return `${work}: ${String(ratio)}x of ${against ?? ''}, and the goal is ${bound} ${String(goal)}x`;
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`## ${title}`, '', ...lines.map((line) => `- ${line}.`), ''];
}

function list(values: Readonly<Record<string, string | number>>): string[] {
  return Object.entries(values).map(([name, value]) => `- ${name}: ${value}`);
}
