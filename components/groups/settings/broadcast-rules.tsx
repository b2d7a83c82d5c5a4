import { t } from '@/lib/model/language/t';
/** What broadcasting means, in place of a retry schedule. */
export function BroadcastRules() {
  return (
    <section className="panel">
      <header>
        <h2>{t('How broadcasting works')}</h2>
      </header>
      <div className="panel-body col">
        <p className="prose">
          {t('Every client gets every message at least once. A client is identified by its client ID.')}
        </p>
        <p className="prose">
          {t(
            `A failed delivery, or one whose lease ends without an answer, is recorded with its reason and ends the
            message for that client. There is no retry, no dead letter and no re-drive.`,
          )}
        </p>
        <p className="prose">
          {t(
            `A new client starts at the newest message. A client that reconnects with the same ID continues where it
            stopped. SDKs use a new ID at every start.`,
          )}
        </p>
        <p className="prose">
          {t('In an ordered group a failed message is skipped, and the next one of its key is delivered.')}
        </p>
        <p className="prose">
          {t('A client that has been disconnected for the retention time is removed, with its offset and its record.')}
        </p>
      </div>
    </section>
  );
}
