import { type Actor, systemActor } from '../model/actor';

/** A plain name stands for a part of the system: "demo", "test". */
export function toActor(actor: Actor | string): Actor {
  return typeof actor === 'string' ? systemActor(actor) : actor;
}
