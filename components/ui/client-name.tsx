import { shortName } from '@/lib/model/group/client-host';

/** A client by its host, which is what people know. Its whole ID is on hover, and on the page of the message. */
export function ClientName({ id, none }: { readonly id: string | null; readonly none: string }) {
  return id === null ? <span className="text-3">{none}</span> : <span title={id}>{shortName(id)}</span>;
}
