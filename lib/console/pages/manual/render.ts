import { Marked, type Tokens } from 'marked';

import { anchorOf, linkIn } from '../../../model/manual/contents';
import { helpHref } from '../../../model/manual/page-help';

/** A heading with the text below it, which is what a search finds. */
export interface ManualSection {
  readonly heading: string;
  readonly anchor: string;
  readonly text: string;
}

export interface RenderedPage {
  readonly title: string;
  readonly html: string;
  readonly sections: readonly ManualSection[];
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (one) => ENTITIES[one] ?? one);

/**
 * Renders a page of the manual as the console shows it. The manual is part of the product, and what it says is trusted;
 * scripts and styles it has none. A picture that is not installed is shown as its text.
 * @param installed pages and files: a link to another file is shown as text
 */
export function renderPage(path: string, source: string, installed: ReadonlySet<string>): RenderedPage {
  const sections: { heading: string; anchor: string; text: string }[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, text, depth }) {
        const anchor = anchorOf(text);
        sections.push({ heading: plain(text), anchor, text: '' });
        return `<h${depth} id="${anchor}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        if (/^https?:/.test(href)) return `<a href="${escape(href)}" rel="noreferrer">${text}</a>`;
        const link = linkIn(path, href);
        if (link === null || !installed.has(link.path)) return text;
        return `<a href="${escape(helpHref(`${link.path}#${link.anchor}`))}">${text}</a>`;
      },
      image({ href, text }) {
        const link = linkIn(path, href);
        if (link === null || !installed.has(link.path)) return `<em>${escape(text)}</em>`;
        return `<img src="${escape(helpHref(link.path))}" alt="${escape(text)}">`;
      },
      table(token) {
        const row = (cells: readonly Tokens.TableCell[], tag: string) =>
          `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`;
        const body = token.rows.map((cells) => row(cells, 'td')).join('\n');
        const head = `<thead>${row(token.header, 'th')}</thead>`;
        // What scrolls can be reached by keyboard.
        return `<div class="table" tabindex="0"><table>${head}<tbody>${body}</tbody></table></div>\n`;
      },
      code: ({ text }) => `<pre tabindex="0"><code>${escape(text)}</code></pre>\n`,
      html: ({ text }) => (text.startsWith('<!--') ? '' : text),
    },
  });
  const tokens = marked.lexer(source);
  const html = marked.parser(tokens);
  let at = -1;
  for (const token of tokens) {
    if (token.type === 'heading') at += 1;
    const section = sections[at];
    if (section !== undefined && token.type !== 'heading') section.text += ` ${plain(token.raw)}`;
  }
  return { title: sections[0]?.heading ?? path, html, sections };
}

/** Markdown as one reads it in a list of results. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/<!--[\s\S]*?-->|^ *```.*$/gm, '')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*|]|:?-{3,}:?/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
