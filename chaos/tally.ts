/** What was done to the system, and how long it took to come back. */
export class Tally {
  brokerKills = 0;
  freezes = 0;
  postgresCrashes = 0;
  /** Of a pair: roles exchanged in order, times without writes, and standbys that stood still. */
  switchOvers = 0;
  demotions = 0;
  frozenStandbys = 0;
  /** Messages that an operator took from clients. */
  revoked = 0;
  /** Connections that were closed, and how many times. */
  connectionCuts = 0;
  cutRounds = 0;
  halfOpen = 0;
  fullDisks = 0;
  heldSnapshots = 0;
  /** Wall clocks of nodes, and of the database, that were put forward or back. */
  nodeClockJumps = 0;
  databaseClockJumps = 0;
  /** Faults that came although nothing had been done for a minute. */
  standstills = 0;
  redrives = 0;
  redriven = 0;
  /** Messages of the practice incident whose sends were answered with OK. */
  practiceSent = 0;
  readonly brokerStartMs: number[] = [];
  /** For each primary that was lost, until its standby took writes. */
  readonly failOverMs: number[] = [];
  readonly postgresStartMs: number[] = [];
  /** What nodes said that ended without being killed. */
  readonly unexpectedEnds: string[] = [];
}
