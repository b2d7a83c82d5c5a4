/**
 * A mistake that a developer may make one day. It is planted in a copy of the tree, and the tests of its area must
 * notice.
 */
export interface Fault {
  /** What is wrong while it is in place. */
  readonly name: string;
  readonly file: string;
  /** Occurs exactly once in the file, however its lines are broken. */
  readonly find: string;
  readonly replace: string;
  /** A mistake in two places. */
  readonly also?: Edit;
  /** Files and folders of tests: the ones that a change of this file has to pass. */
  readonly tests: readonly string[];
  /** Of these tests, those with these words in their title. Absent: all. */
  readonly only?: string;
  /** Why no test notices it. Absent: one must. */
  readonly survives?: string;
}

export interface Edit {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** All places that a fault changes. */
export function editsOf({ file, find, replace, also }: Fault): Edit[] {
  return [{ file, find, replace }, ...(also === undefined ? [] : [also])];
}

/** The place of a fault in a text, whatever white space it has where `find` has some. */
export function placeOf({ find }: Pick<Fault, 'find'>): RegExp {
  const words = find.split(/\s+/).map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(words.join(String.raw`\s+`), 'g');
}

type Planted = readonly [name: string, find: string, replace: string, survives?: string];

/** The faults of one file; its tests are those of the given areas. */
export function faultsIn(file: string, tests: readonly string[], planted: readonly Planted[]): Fault[] {
  return planted.map(([name, find, replace, survives]) => ({
    ...{ name, file, find, replace, tests },
    ...(survives === undefined ? {} : { survives }),
  }));
}
