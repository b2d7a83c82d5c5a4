// Whoever has a page open learns of a change by a hint. A verb that writes an audit row, and so changes something, must
// reach a hint of the kind that pages about it listen to: in its body, or in what it calls.
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';

import { listSourceFiles, readSource } from './source-files.mjs';

export const name = 'each verb that is in the audit log gives a live hint of its kind';

const VERBS = /^lib\/(broker|engine)\/.*\.ts$/;

/** By the first word of the action: pages about it listen to one of these. */
const KINDS = {
  'access-key': ['access-key'],
  alarm: ['alarm', 'setting'],
  'alarm-channel': ['alarm', 'setting'],
  'alarm-rule': ['alarm', 'setting'],
  audit: [],
  cause: ['dead-letter', 'group'],
  cluster: ['setting'],
  'dead-letter': ['dead-letter'],
  group: ['group'],
  key: ['group', 'message'],
  limit: ['limit'],
  message: ['message', 'topic'],
  move: ['setting'],
  problem: ['alarm', 'setting'],
  redrive: ['redrive'],
  retry: ['message', 'group'],
  setting: ['setting'],
  topic: ['topic'],
  transaction: ['message', 'topic'],
};

/** What writes a row and changes nothing that a page shows, by file and function. */
const NONE = {
  // their callers give it once the transaction has ended
  'lib/broker/redrive/advance.ts': ['advanceRedrive'],
  'lib/engine/redrives/send.ts': ['sendNext'],
  // nothing serves pages while it runs
  'lib/broker/restore/after-restore.ts': ['afterRestore'],
  // a look, and one delivery of which nothing is stored
  'lib/engine/clusters/test-connection.ts': ['testCluster', 'testAttachedCluster'],
  'lib/engine/redrives/try-now.ts': ['tryLetterNow'],
  // bodies leave; nothing changes
  'lib/broker/dead-letter/export.ts': ['exportDeadLetters'],
};

/** What goes on in the background has hints of its own, which may come long after. */
const LATER = new Set(['beginDeletion']);

let ts;
/** By text: the same file is read once, however often it is judged. */
const known = new Map();

export async function run() {
  const files = (await listSourceFiles()).filter((file) => VERBS.test(file) && !/\.test\.ts$/.test(file));
  return withoutHint(new Map(files.map((file) => [file, readSource(file)])));
}

/** @param sources by path @returns exported functions that reach an audit row, and no hint of its kind */
export function withoutHint(sources) {
  ts ??= createRequire(import.meta.url)('typescript');
  const modules = new Map([...sources].map(([file, text]) => [file, readModule(file, text)]));
  const problems = [];
  for (const [file, { functions, exported }] of modules)
    for (const verb of exported) {
      if (NONE[file]?.includes(verb) === true || functions.get(verb) === undefined) continue;
      const { actions, audits, kinds } = reach(modules, file, functions.get(verb));
      if (!audits) continue;
      if (kinds.size === 0) problems.push(`${file}: ${verb} is in the audit log and gives no live hint`);
      for (const action of actions) {
        const wanted = KINDS[action];
        if (kinds.size === 0 || wanted === undefined || wanted.length === 0 || wanted.some((kind) => kinds.has(kind)))
          continue;
        problems.push(`${file}: ${verb} is noted as ${action}.…, and gives no hint of ${wanted.join(' or ')}`);
      }
    }
  return problems;
}

function readModule(file, text) {
  const key = `${file}\n${text}`;
  if (!known.has(key)) known.set(key, parseModule(file, text));
  return known.get(key);
}

function parseModule(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const [functions, imports, exported] = [new Map(), new Map(), []];
  const isExported = (node) => node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
  for (const statement of source.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name !== undefined) {
      functions.set(statement.name.text, statement);
      if (isExported(statement)) exported.push(statement.name.text);
    }
    if (ts.isVariableStatement(statement))
      for (const { name: given, initializer } of statement.declarationList.declarations)
        if (ts.isIdentifier(given) && initializer !== undefined && ts.isArrowFunction(initializer)) {
          functions.set(given.text, initializer);
          if (isExported(statement)) exported.push(given.text);
        }
    if (!ts.isImportDeclaration(statement)) continue;
    const from = statement.moduleSpecifier.text;
    const bindings = statement.importClause?.namedBindings;
    if (!from.startsWith('.') || bindings === undefined || !ts.isNamedImports(bindings)) continue;
    for (const { name: local, propertyName } of bindings.elements)
      imports.set(local.text, { path: join(dirname(file), from), as: (propertyName ?? local).text });
  }
  return { functions, imports, exported };
}

/** What a function does, itself and by what it calls. */
function reach(modules, file, node, seen = new Set()) {
  const found = { audits: false, actions: new Set(), kinds: new Set() };
  const add = ({ audits, actions, kinds }) => {
    found.audits ||= audits;
    for (const action of actions) found.actions.add(action);
    for (const kind of kinds) found.kinds.add(kind);
  };
  const { functions, imports } = modules.get(file);
  visit(node, (each) => {
    // also one that is handed on, as a callback
    if (ts.isIdentifier(each) && !(ts.isPropertyAccessExpression(each.parent) && each.parent.name === each)) {
      if (/^appendAudit(Once)?$/.test(each.text)) found.audits = true;
      const local = functions.get(each.text);
      if (local !== undefined && local !== node && !seen.has(local)) {
        seen.add(local);
        add(reach(modules, file, local, seen));
      }
      const from = LATER.has(each.text) ? undefined : imports.get(each.text);
      const other = from === undefined ? undefined : resolve(modules, from.path);
      const outer = other === undefined ? undefined : modules.get(other).functions.get(from.as);
      if (outer !== undefined && !seen.has(outer)) {
        seen.add(outer);
        add(reach(modules, other, outer, seen));
      }
    }
    if (!ts.isCallExpression(each) || !each.expression.getText().endsWith('changes.emit')) {
      const action = ts.isPropertyAssignment(each) && each.name.getText() === 'action' ? each.initializer : undefined;
      for (const [, word] of action?.getText().matchAll(/['"`]([a-z-]+)\./g) ?? []) found.actions.add(word);
      return;
    }
    const [given] = each.arguments;
    const kind = /\bkind:\s*'([\w-]+)'/.exec(given?.getText() ?? '')?.[1];
    if (kind !== undefined) found.kinds.add(kind);
    // for (const kind of ['group', 'dead-letter'] as const) changes.emit({ kind })
    else for (const [, one] of (loopOver(each)?.getText() ?? '').matchAll(/'([\w-]+)'/g)) found.kinds.add(one);
  });
  return found;
}

function loopOver(node) {
  for (let at = node; at !== undefined; at = at.parent) if (ts.isForOfStatement(at)) return at.expression;
  return undefined;
}

function resolve(modules, path) {
  return [`${path}.ts`, `${path}/index.ts`].find((file) => modules.has(file));
}

function visit(node, see) {
  see(node);
  node.forEachChild((child) => visit(child, see));
}
