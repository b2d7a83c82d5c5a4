/** What broadcasting means, in place of a retry schedule. */
export function BroadcastRules() {
  return (
    <section className="panel">
      <header>
        <h2>What broadcasting means</h2>
      </header>
      <div className="panel-body col">
        <p className="prose">
          Every client gets every message, at least once. A client is identified by its client id.
        </p>
        <p className="prose">
          A failure, and a lease that runs out without an answer, is recorded with its reason and is the end of that
          message for that client. There is no retry, no dead letter and no re-drive.
        </p>
        <p className="prose">
          A new client starts at the newest message. A client that returns with the same id continues where it stopped.
          SDKs take a new id at every start.
        </p>
        <p className="prose">
          In an ordered group a failed message is dropped, and the next one of its key is delivered.
        </p>
        <p className="prose">A client that was gone for the retention is removed, with its position and its record.</p>
      </div>
    </section>
  );
}
