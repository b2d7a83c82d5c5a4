/**
 * Messages of a group by how far they have come and when they are due: what a change of its limit or its back-off means
 * for them.
 */
export interface AttemptBucket {
  /** Deliveries made so far. */
  readonly attempt: number;
  /** A client has them; in a cluster, or they back off there after they failed: brokers write both down alike. */
  readonly leased: boolean;
  readonly messages: number;
  /** When the first of them falls due, or may fail; those of a bucket are due within a minute, or after an hour. */
  readonly firstAt: string;
  /** In a cluster: where they are. */
  readonly broker?: string;
}
