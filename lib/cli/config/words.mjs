// Words that sources, texts and documents do not use, with what to write instead. docs/reference/glossary.md explains
// them.

/** A word stands alone: not part of an identifier, of a path or of a quoted name. */
export const WORDS = [
  { word: /nobody/, instead: '"no client", "no operator" or "no process": say who' },
  { word: /whoever/, instead: '"the caller" or "every client that"' },
  { word: /somebody|anybody|everybody/, instead: '"another operator", "a client", "each process": say who' },
  { word: /told/, instead: '"notified", "sent", "reported" or "shown"' },
  { word: /those that/, instead: 'the noun: "messages that", "rows that"' },
  { word: /asked again/, instead: '"retried" or "read again"' },
  { word: /unwell/, instead: '"unhealthy"' },
  { word: /looked at/, instead: '"checked" or "read"' },
  { word: /what became of/, instead: '"the result of" or "the outcome of"' },
];
