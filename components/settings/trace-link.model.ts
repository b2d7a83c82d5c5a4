import { problemOfTemplate, type TraceLink } from '@/lib/model/trace-link';

export const draftOf = (link: TraceLink): TraceLink => link;

interface Read {
  readonly settings: TraceLink | null;
  readonly problems: { readonly template?: string };
}

export function readDraft({ template }: TraceLink): Read {
  const limit = problemOfTemplate(template.trim());
  return {
    settings: limit === null ? { template: template.trim() } : null,
    problems: limit === null ? {} : { template: `Give ${limit}.` },
  };
}

/** In the form of changes of every setting with versions. */
export function changesBetween(before: TraceLink, after: TraceLink) {
  const words = ({ template }: TraceLink): string => (template === '' ? 'no link' : template);
  return before.template === after.template
    ? []
    : [{ field: 'template', label: 'address of a trace', before: words(before), after: words(after) }];
}

export const rebase = (base: TraceLink, edited: TraceLink, current: TraceLink): TraceLink =>
  base.template === edited.template ? current : edited;
