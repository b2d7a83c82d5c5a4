import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { rules } from '../config/layers.mjs';
import { projectRoot } from '../project-root.mjs';

export const name = 'layers (dependency-cruiser)';

/** With a TypeScript it cannot use, dependency-cruiser sees no module and finds nothing wrong. */
const FEWEST_MODULES = 150;
const SERVER_ONLY = /^lib\/(store|broker|runtime|gateway|workers)\/|^node_modules\/(pg|@prisma)\//;

export async function run() {
  process.chdir(projectRoot);
  const { cruise } = await import('dependency-cruiser');
  const { default: extractTSConfig } = await import('dependency-cruiser/config-utl/extract-ts-config');
  const { output } = await cruise(
    ['app', 'components', 'lib', 'instrumentation.ts'],
    {
      ruleSet: rules,
      validate: true,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '^lib/(store/generated|cli)/' },
      tsPreCompilationDeps: true,
      tsConfig: { fileName: 'tsconfig.json' },
      enhancedResolveOptions: {
        extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
        conditionNames: ['import', 'require', 'node', 'default', 'types'],
        exportsFields: ['exports'],
      },
    },
    undefined,
    { tsConfig: extractTSConfig(join(projectRoot, 'tsconfig.json')) },
  );
  const own = output.modules.filter(
    ({ source }) => !source.startsWith('node_modules/') && !/^[a-z]+(:|\/[a-z]+)?$/.test(source),
  );
  if (own.length < FEWEST_MODULES) return [`only ${own.length} modules were seen: this check would pass on anything`];
  return [
    ...output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`),
    ...findServerCodeInClients(new Map(output.modules.map((module) => [module.source, module]))),
  ];
}

/** Follows what is bundled for the browser; a "use server" file is only a reference there. */
function findServerCodeInClients(modules) {
  const violations = [];
  for (const source of modules.keys()) {
    if (directiveOf(source) !== 'use client') continue;
    const trail = findServerCode(source, modules, new Set(), []);
    if (trail !== undefined) violations.push(`server code in the browser: ${trail.join(' -> ')}`);
  }
  return violations;
}

function findServerCode(source, modules, seen, trail) {
  if (seen.has(source)) return undefined;
  seen.add(source);
  const here = [...trail, source];
  if (SERVER_ONLY.test(source)) return here;
  if (trail.length > 0 && directiveOf(source) === 'use server') return undefined;
  for (const { resolved, dependencyTypes } of modules.get(source)?.dependencies ?? []) {
    if (dependencyTypes.includes('type-only')) continue;
    const found = findServerCode(resolved, modules, seen, here);
    if (found !== undefined) return found;
  }
  return undefined;
}

function directiveOf(source) {
  if (!/^(app|components|lib)\/.*\.tsx?$/.test(source)) return undefined;
  return /^(?:\s|\/\/.*\n|\/\*[\s\S]*?\*\/)*['"](use (?:client|server))['"]/.exec(
    readFileSync(join(projectRoot, source), 'utf8'),
  )?.[1];
}
