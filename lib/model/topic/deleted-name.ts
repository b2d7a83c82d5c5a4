const DELETED = / \(deleted \d+\)$/;
/** A deleted topic keeps so many characters of its name (topic-delete.sql). */
const KEPT = 100;

interface NameBefore {
  readonly name: string;
  /** The name was longer, and begins with this one. */
  readonly isCut: boolean;
}

/** The name of a topic, without what its deletion has added: rules and decoders go by it. Pure. */
export function nameBefore(topic: string): NameBefore {
  const name = topic.replace(DELETED, '');
  return { name, isCut: name !== topic && name.length >= KEPT };
}
