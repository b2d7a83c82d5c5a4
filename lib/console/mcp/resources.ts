import 'server-only';
import { BrokerError } from '../../model/errors';
import { asLanguage } from '../../model/language/languages';
import { readManual } from '../../runtime/manual';

const DOCS = 'redrive://docs/';

/** Resources that are the answer of a tool. */
const TEMPLATES = [
  {
    tool: 'getMessage',
    kind: 'messages',
    name: 'Message',
    description: 'A message: states per group, failures, properties',
  },
  {
    tool: 'getRedrive',
    kind: 'redrives',
    name: 'Re-drive',
    description: 'A re-drive run: settings, progress, outcome',
  },
] as const;

/** The pages of the manual, in English. */
export async function docPages() {
  const pages = [...(await readManual()).keys()].filter((name) => asLanguage(name.split('/')[0]) === null);
  return pages.map((name) => ({ uri: DOCS + name, name, mimeType: 'text/markdown' }));
}

/** Null: it is no page of the manual. */
export async function readDoc(uri: string): Promise<string | null> {
  if (!uri.startsWith(DOCS)) return null;
  return (await readManual()).get(uri.slice(DOCS.length)) ?? null;
}

export function templatesFor(tools: readonly string[]) {
  return TEMPLATES.filter(({ tool }) => tools.includes(tool)).map(({ kind, name, description }) => ({
    ...{ uriTemplate: `redrive://${kind}/{id}`, mimeType: 'application/json', name, description },
  }));
}

/** @throws BrokerError not-found */
export function toolOfUri(uri: string): { readonly name: string; readonly given: { readonly id: string } } {
  const [, kind, id = ''] = /^redrive:\/\/(\w+)\/([^/?#]+)$/.exec(uri) ?? [];
  const found = TEMPLATES.find((each) => each.kind === kind);
  if (found === undefined || !isDecodable(id))
    throw new BrokerError('not-found', 'There is no such resource. List resources and resource templates.', {
      field: 'uri',
      value: uri.slice(0, 200),
    });
  return { name: found.tool, given: { id: decodeURIComponent(id) } };
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
