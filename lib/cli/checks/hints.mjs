// An open page learns of a change by a hint. A verb that writes an audit row, and so changes something, must
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
  approval: ['setting'],
  audit: [],
  'broker-setting': ['sample'],
  cause: ['dead-letter', 'group'],
  cluster: ['setting'],
  'cluster-user': ['sample'],
  'cluster-rule': ['sample'],
  'dead-letter': ['dead-letter'],
  group: ['group'],
  key: ['group', 'message'],
  limit: ['limit'],
  managed: ['setting'],
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
  'lib/broker/redrive/advance.ts': ['advanceRun'],
  'lib/broker/set-job.ts': ['auditJob'],
  'lib/engine/rocketmq/redrives/send.ts': ['sendNext'],
  'lib/engine/rocketmq/partly.ts': ['requireReached'],
  // nothing serves pages while it runs
  'lib/broker/restore/after-restore.ts': ['afterRestore'],
  // a look, and one delivery of which nothing is stored
  'lib/engine/rocketmq/clusters/test-connection.ts': ['testCluster', 'testAttachedCluster'],
  'lib/engine/rocketmq/brokers/consume-now.ts': ['consumeNow', 'tryLetterNow'],
  // what it has is judged where it is written
  'lib/engine/rocketmq/brokers/brokers.ts': ['rocketmqBrokers'],
  // bodies are read or leave; nothing changes
  'lib/broker/audit/note-bodies.ts': ['noteBodies', 'noteShown'],
  'lib/broker/dead-letter/export.ts': ['exportDeadLetters'],
};

/** What goes on in the background has hints of its own, which may come long after. */
const LATER = new Set(['beginDeletion']);

let ts;
/** By text: the same file is read once, however often it is judged. */
const known = new Map();

export async function run() {
  const files = (await listSourceFiles()).filter((file) => VERBS.test(file) && !file.endsWith('.test.ts'));
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
      const found = reach(modules, file, functions.get(verb));
      if (found.audits) problems.push(...missing(found).map((what) => `${file}: ${verb} ${what}`));
    }
  return problems;
}

function missing({ actions, kinds }) {
  if (kinds.size === 0) return ['is in the audit log and gives no live hint'];
  return [...actions].flatMap((action) => {
    const wanted = KINDS[action] ?? [];
    if (wanted.length === 0 || wanted.some((kind) => kinds.has(kind))) return [];
    return [`is noted as ${action}.…, and gives no hint of ${wanted.join(' or ')}`];
  });
}

function readModule(file, text) {
  const key = `${file}\n${text}`;
  if (!known.has(key)) known.set(key, parseModule(file, text));
  return known.get(key);
}

function parseModule(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = { functions: new Map(), imports: new Map(), exported: [] };
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) readImport(statement, file, found.imports);
    else for (const [name, node] of functionsOf(statement)) readFunction(name, node, statement, found);
  }
  return found;
}

function functionsOf(statement) {
  if (ts.isFunctionDeclaration(statement) && statement.name !== undefined) return [[statement.name.text, statement]];
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations
    .filter(({ name: given, initializer }) => ts.isIdentifier(given) && initializer && ts.isArrowFunction(initializer))
    .map(({ name: given, initializer }) => [given.text, initializer]);
}

function readFunction(given, node, statement, { functions, exported }) {
  functions.set(given, factsOf(node));
  if (statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) exported.push(given);
}

function readImport(statement, file, imports) {
  const from = statement.moduleSpecifier.text;
  const bindings = statement.importClause?.namedBindings;
  if (!from.startsWith('.') || bindings === undefined || !ts.isNamedImports(bindings)) return;
  for (const { name: local, propertyName } of bindings.elements)
    imports.set(local.text, { path: join(dirname(file), from), as: (propertyName ?? local).text });
}

/** What a function does itself, and the names that it uses. */
function factsOf(node) {
  const found = { audits: false, actions: new Set(), kinds: new Set(), names: new Set() };
  visit(node, (each) => {
    // also one that is handed on, as a callback
    if (ts.isIdentifier(each) && !(ts.isPropertyAccessExpression(each.parent) && each.parent.name === each)) {
      if (/^appendAudit(Once)?$/.test(each.text)) found.audits = true;
      found.names.add(each.text);
    }
    for (const action of actionsOf(each)) found.actions.add(action);
    for (const kind of kindsOf(each)) found.kinds.add(kind);
  });
  return found;
}

/** What a function does, itself and by what it calls. */
function reach(modules, file, own) {
  const found = { audits: false, actions: new Set(), kinds: new Set() };
  const seen = new Set([own]);
  const left = [{ file, facts: own }];
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    found.audits ||= at.facts.audits;
    for (const action of at.facts.actions) found.actions.add(action);
    for (const kind of at.facts.kinds) found.kinds.add(kind);
    for (const called of [...at.facts.names].flatMap((each) => calledBy(modules, at.file, each))) {
      if (seen.has(called.facts)) continue;
      seen.add(called.facts);
      left.push(called);
    }
  }
  return found;
}

/** The functions of this name: of the file, and what it imports. */
function calledBy(modules, file, called) {
  const { functions, imports } = modules.get(file);
  const from = LATER.has(called) ? undefined : imports.get(called);
  const other = from === undefined ? undefined : resolve(modules, from.path);
  return [
    { file, facts: functions.get(called) },
    { file: other, facts: other === undefined ? undefined : modules.get(other).functions.get(from.as) },
  ].filter(({ facts }) => facts !== undefined);
}

/** `action: 'group.pause'` gives `group`. */
function actionsOf(node) {
  if (!ts.isPropertyAssignment(node) || node.name.getText() !== 'action') return [];
  return [...node.initializer.getText().matchAll(/['"`]([a-z-]+)\./g)].map(([, word]) => word);
}

function kindsOf(node) {
  if (!ts.isCallExpression(node) || !node.expression.getText().endsWith('changes.emit')) return [];
  const kind = /\bkind:\s*'([\w-]+)'/.exec(node.arguments[0]?.getText() ?? '')?.[1];
  if (kind !== undefined) return [kind];
  // for (const kind of ['group', 'dead-letter'] as const) changes.emit({ kind })
  return [...(loopOver(node)?.getText() ?? '').matchAll(/'([\w-]+)'/g)].map(([, one]) => one);
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
