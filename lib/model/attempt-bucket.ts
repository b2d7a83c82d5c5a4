/** Messages of a group by how far they have come: what a change of its limit or its back-off means for them. */
export interface AttemptBucket {
  /** Deliveries made so far. */
  readonly attempt: number;
  /** A client has them; in a cluster, or they back off there after they failed: brokers write both down alike. */
  readonly leased: boolean;
  readonly messages: number;
  /** When the first of them falls due, or its lease ends. */
  readonly firstAt: string;
}
