/** What broadcasting means, in place of a retry schedule. */
export function BroadcastRules() {
  return (
    <section className="panel">
      <header>
        <h2>What broadcasting means</h2>
      </header>
      <div className="panel-body col">
        <p className="prose">Every client gets every message, at least once. Which client it is says its client id.</p>
        <p className="prose">
          A failure, and a lease that runs out without an answer, is recorded with its reason and is the end of that
          message for that client. There is no retry, no dead letter and no re-drive.
        </p>
        <p className="prose">
          A client that is new starts at the newest message; one that comes back under the same id goes on where it was.
          SDKs take a new id at every start.
        </p>
        <p className="prose">In an ordered group a failed message is dropped, and the next one of its key goes on.</p>
        <p className="prose">A client that was gone for the retention is removed, with its position and its record.</p>
      </div>
    </section>
  );
}
