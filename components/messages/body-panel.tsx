'use client';

import { Download } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { useWorkspace } from '@/components/live/use-workspace';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { formatBytes } from '@/components/ui/number.model';
import { PartBoundary } from '@/components/ui/part-boundary';
import { Segmented } from '@/components/ui/segmented';
import { Skeleton } from '@/components/ui/skeleton';
import type { PlaceView } from '@/lib/console/operations/messages/views';
import type { MessageBodyView } from '@/lib/console/operations/messages/views';
import { isJson } from '@/lib/model/json/json-layout';
import { type BodyForm, fromBase64, hexDump, readText } from './body.model';
import { BodyText } from './body-text';
import { HiddenValues, type RevealedBody } from './hidden-values';
import styles from './messages.module.css';
import { VisibleText } from './visible-text';

interface BodyPanelProps {
  readonly messageId: string;
  readonly place: Pick<PlaceView, 'at' | 'bodyBytes'>;
  readonly notAllowed: string | null;
  /** Lines of the same panel, below the body. */
  readonly children?: ReactNode;
}

export function BodyPanel({ messageId, place, notAllowed, children }: BodyPanelProps) {
  return (
    <section className="panel">
      {notAllowed === null ? (
        <AllowedBody messageId={messageId} place={place} />
      ) : (
        <>
          <header>
            <h2>Body</h2>
            <span className="small text-3">{formatBytes(place.bodyBytes)}</span>
          </header>
          <EmptyState kind="not-allowed">{notAllowed}</EmptyState>
        </>
      )}
      {children === undefined ? null : <div className={styles.below}>{children}</div>}
    </section>
  );
}

function AllowedBody({ messageId, place }: Pick<BodyPanelProps, 'messageId' | 'place'>) {
  const params = { id: messageId, at: place.at };
  // a stored body never changes: no hint makes it worth asking again
  const body = useLiveQuery('messageBody', params, { live: { kinds: [] } });
  const [chosen, setChosen] = useState<BodyForm | null>(null);
  // of this page alone: to see them once more takes a reason once more
  const [revealed, setRevealed] = useState<RevealedBody | null>(null);
  const data = revealed ?? body.data;
  const isHidden = data?.hidden != null && data.hidden.whole !== null;
  const read = useMemo(() => (data === undefined || isHidden ? null : readBody(data)), [data, isHidden]);
  const form = chosen ?? read?.best ?? 'text';
  return (
    <>
      <header>
        <h2>Body</h2>
        <span className="small text-3">
          {data === undefined || isHidden ? formatBytes(place.bodyBytes) : describe(data)}
        </span>
        <span className="panel-end row row-tight">
          {read === null ? null : <FormChoice read={read} form={form} onChange={setChosen} />}
          {isHidden ? null : <DownloadLink messageId={messageId} at={place.at} body={body.data} />}
        </span>
      </header>
      <ReadProblem error={body.error} onRetry={body.retry} />
      <div className="panel-body">
        {body.data === undefined ? null : (
          <HiddenValues body={body.data} at={place.at} revealed={revealed} onReveal={setRevealed} />
        )}
        {isHidden ? null : read === null ? (
          body.error === null ? (
            <Skeleton label="Loading the body" />
          ) : null
        ) : (
          <PartBoundary what="The body">
            <Shown read={read} form={form} />
          </PartBoundary>
        )}
        {data !== undefined && data.shownBytes < data.bytes ? (
          <p className="small text-2">
            The first {formatBytes(data.shownBytes)} of {formatBytes(data.bytes)}; download it to see all.
          </p>
        ) : null}
      </div>
    </>
  );
}

interface FormChoiceProps {
  readonly read: ReadBody;
  readonly form: BodyForm;
  readonly onChange: (form: BodyForm) => void;
}

function FormChoice({ read, form, onChange }: FormChoiceProps) {
  const notJson = read.isCut ? 'only part of the body is shown' : 'the body is not JSON';
  return (
    <Segmented
      label="Show the body as"
      value={form}
      onChange={onChange}
      options={[
        { value: 'json', label: 'JSON', disabledReason: read.json ? null : notJson },
        { value: 'text', label: 'Text', disabledReason: read.text === null ? 'the body is not UTF-8 text' : null },
        { value: 'hex', label: 'Hex' },
      ]}
    />
  );
}

interface DownloadLinkProps {
  readonly messageId: string;
  readonly at: string;
  readonly body: MessageBodyView | undefined;
}

function DownloadLink({ messageId: id, at, body }: DownloadLinkProps) {
  const workspace = useWorkspace();
  const download = new URLSearchParams({ id, at, ...(workspace === null ? {} : { workspace }) });
  return (
    <ButtonLink
      href={`/api/console/message-body/download?${download}`}
      size="small"
      variant="ghost"
      icon={Download}
      download
      title={body?.hidden == null ? 'Download the body as a file' : 'Download it without the hidden values'}
    >
      <span className="visually-hidden">Download the body</span>
    </ButtonLink>
  );
}

interface ReadBody {
  readonly bytes: Uint8Array;
  readonly text: string | null;
  readonly json: boolean;
  readonly isCut: boolean;
  readonly best: BodyForm;
}

function readBody({ shown, shownBytes, bytes: total }: MessageBodyView): ReadBody {
  const bytes = fromBase64(shown);
  const isCut = shownBytes < total;
  const text = readText(bytes, isCut);
  const json = text !== null && !isCut && isJson(text);
  return { bytes, text, json, isCut, best: json ? 'json' : text === null ? 'hex' : 'text' };
}

function describe({ bytes, storedBytes, packed, problem }: MessageBodyView): string {
  if (problem !== null) return `${formatBytes(storedBytes)}, ${problem}`;
  return packed === 'unpacked'
    ? `${formatBytes(bytes)}, unpacked from ${formatBytes(storedBytes)} gzip`
    : `${formatBytes(bytes)} as received`;
}

function Shown({ read, form }: { readonly read: ReadBody; readonly form: BodyForm }) {
  if (form === 'hex' || read.text === null) {
    return <pre className={`${styles.body} ${styles.hex}`}>{hexDump(read.bytes)}</pre>;
  }
  if (form === 'json') return <BodyText text={read.text} className={styles.body} label="Body" coloured />;
  return (
    <pre className={styles.body}>
      <VisibleText text={read.text} />
    </pre>
  );
}
