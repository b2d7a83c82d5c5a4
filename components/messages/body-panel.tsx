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
import { Said } from '@/components/ui/said';
import { sentences } from '@/lib/model/language/list';
import { pieces, t } from '@/lib/model/language/t';

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
            <h2>{t('Body')}</h2>
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
        <h2>{t('Body')}</h2>
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
            <Skeleton label={t('Loading the body')} />
          ) : null
        ) : (
          <PartBoundary what={t('The body')}>
            {read.decoded === null ? null : <DecodedBy decoded={read.decoded} form={form} />}
            <Shown read={read} form={form} />
            {read.cut === null || (form === 'decoded') !== read.cut.isDecoded ? null : (
              <p className="small text-2">{read.cut.words}</p>
            )}
          </PartBoundary>
        )}
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
  const { decoded, onlyDecoded } = read;
  const hides = onlyDecoded ? t('masking rules hide parts of the body, so only the decoded form is shown') : null;
  const notJson = read.isCut ? t('only part of the body is shown') : t('the body is not JSON');
  return (
    <Segmented
      label={t('Show the body as')}
      value={form}
      onChange={onChange}
      options={[
        ...(decoded === null
          ? []
          : [{ value: 'decoded' as const, label: t('Decoded'), disabledReason: decoded.problem }]),
        ...(decoded !== null && !read.json
          ? []
          : [{ value: 'json' as const, label: 'JSON', disabledReason: hides ?? (read.json ? null : notJson) }]),
        {
          value: 'text',
          label: t('Text'),
          disabledReason: hides ?? (read.text === null ? t('the body is not UTF-8 text') : null),
        },
        { value: 'hex', label: t('Bytes'), disabledReason: hides },
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
      title={body?.hidden == null ? t('Download the body as a file') : t('Download the body without the hidden values')}
    >
      <span className="visually-hidden">{t('Download the body')}</span>
    </ButtonLink>
  );
}

interface ReadBody extends Pick<MessageBodyView, 'decoded' | 'onlyDecoded'> {
  readonly bytes: Uint8Array;
  readonly text: string | null;
  readonly json: boolean;
  readonly isCut: boolean;
  /** What is shown is not all; null: it is. */
  readonly cut: { readonly isDecoded: boolean; readonly words: string } | null;
  readonly best: BodyForm;
}

function readBody(body: MessageBodyView): ReadBody {
  const { shown, shownBytes, bytes: total, decoded, onlyDecoded } = body;
  const bytes = fromBase64(shown);
  const isCut = shownBytes < total;
  const text = onlyDecoded ? null : readText(bytes, isCut);
  const json = text !== null && !isCut && isJson(text);
  const best = json ? 'json' : text === null ? 'hex' : 'text';
  const common = { decoded, onlyDecoded, bytes, text, json, isCut };
  const isDecoded = decoded !== null && decoded.problem === null;
  return { ...common, cut: cutOf(body), best: isDecoded ? 'decoded' : best };
}

function cutOf({ shownBytes, bytes, decoded }: MessageBodyView): ReadBody['cut'] {
  if (decoded !== null && decoded.text.length < decoded.characters)
    return {
      isDecoded: true,
      words: t('First {shown, number} of {all, number} characters.', {
        ...{ shown: decoded.text.length, all: decoded.characters },
      }),
    };
  if (shownBytes === bytes) return null;
  const words = t('First {shown} of {all}. Download the body to see all of it.', {
    ...{ shown: formatBytes(shownBytes), all: formatBytes(bytes) },
  });
  return { isDecoded: false, words };
}

function describe({ bytes, storedBytes, packed, problem, onlyDecoded }: MessageBodyView): string {
  if (problem !== null) return t('{size}, {problem}', { size: formatBytes(storedBytes), problem });
  if (onlyDecoded) return t('{size} stored', { size: formatBytes(storedBytes) });
  return packed === 'unpacked'
    ? t('{size}, unpacked from {packed} gzip', { size: formatBytes(bytes), packed: formatBytes(storedBytes) })
    : t('{size} as received', { size: formatBytes(bytes) });
}

/** Which decoder it was, and what it left out; or why it failed. */
function DecodedBy({ decoded, form }: { readonly decoded: DecodedView; readonly form: BodyForm }) {
  const { by, problem, notes } = decoded;
  if (problem !== null)
    return (
      <p className="small" role="note">
        <Said
          of={pieces(
            '<b>Not decoded.</b> The decoder of the topic ({by}) cannot read this body: {problem}. Shown as raw bytes.',
            { by, problem },
          )}
        />
      </p>
    );
  if (form !== 'decoded') return null;
  return (
    <p className="small text-2">
      {sentences(t('Decoded by {by}. Consumers receive the original bytes.', { by }), ...notes)}
    </p>
  );
}

type DecodedView = NonNullable<MessageBodyView['decoded']>;

function Shown({ read, form }: { readonly read: ReadBody; readonly form: BodyForm }) {
  if (form === 'decoded' && read.decoded !== null)
    return <BodyText text={read.decoded.text} className={styles.body} label={t('Body')} coloured />;
  if (form === 'hex' || read.text === null) {
    return (
      <pre className={`${styles.body} ${styles.hex}`} tabIndex={0} aria-label={t('Body')}>
        {hexDump(read.bytes)}
      </pre>
    );
  }
  if (form === 'json') return <BodyText text={read.text} className={styles.body} label={t('Body')} coloured />;
  return (
    <pre className={styles.body} tabIndex={0} aria-label={t('Body')}>
      <VisibleText text={read.text} />
    </pre>
  );
}
