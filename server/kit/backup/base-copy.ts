import { PassThrough, type Readable } from 'node:stream';
import pg from 'pg';

/** Where a base backup lies in the history. */
export type BaseSpan = { startLsn: string; timeline: number; endLsn: string };
export type BaseCopy = { tar: Readable; manifest: Promise<Buffer>; span: Promise<BaseSpan> };

/** What of the driver's own connection is used here; its types know only queries. */
type Wire = { stream: { pause(): void; resume(): void }; query(text: string): void };
type CopyData = { chunk: Buffer };
type DataRow = { fields: (Buffer | string | null)[] };

/** A copy of the running database's files as one tar, with their checksums, over PostgreSQL's replication protocol. */
export async function copyBase(ownerUrl: string, label: string): Promise<BaseCopy> {
  const settings = { connectionString: ownerUrl, replication: 'true', application_name: 'mainstay-backup' };
  const client = new pg.Client(settings as pg.ClientConfig);
  await client.connect();
  const copy = new CopyQuery(
    `BASE_BACKUP (LABEL ${pg.escapeLiteral(label)}, CHECKPOINT 'fast', WAIT false, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')`,
  );
  client.on('error', (error) => copy.handleError(error));
  client.query(copy as never);
  const ended = copy.span.promise.finally(() => client.end().catch(() => undefined));
  ended.catch(() => undefined);
  copy.manifest.promise.catch(() => undefined);
  // Given up half-way, nothing would read on, and the server would wait for ever.
  copy.tar.once('close', () => {
    if (!copy.tar.readableEnded) void client.end().catch(() => undefined);
  });
  return { tar: copy.tar, manifest: copy.manifest.promise, span: ended };
}

/** The replies come as: start, tablespaces, one stream of copy messages, end. */
class CopyQuery {
  readonly tar = new PassThrough({ highWaterMark: 4_194_304 });
  readonly manifest = Promise.withResolvers<Buffer>();
  readonly span = Promise.withResolvers<BaseSpan>();
  private readonly text: string;
  private wire: Wire | undefined;
  private readonly positions: [lsn: string, timeline: string][] = [];
  private readonly manifestParts: Buffer[] = [];
  private isManifest = false;
  private isPaused = false;

  constructor(text: string) {
    this.text = text;
  }

  submit(wire: Wire): void {
    this.wire = wire;
    wire.query(this.text);
  }

  handleDataRow({ fields: [lsn, timeline] }: DataRow): void {
    if (lsn !== null && lsn !== undefined) this.positions.push([String(lsn), String(timeline)]);
  }

  handleCopyData({ chunk }: CopyData): void {
    const kind = String.fromCharCode(chunk[0] ?? 0);
    if (kind === 'm') this.isManifest = true;
    if (kind !== 'd') return;
    // The parser uses its buffer again.
    const bytes = Buffer.from(chunk.subarray(1));
    if (this.isManifest) this.manifestParts.push(bytes);
    else if (!this.tar.write(bytes)) this.pause();
  }

  /** What has arrived already still comes. */
  private pause(): void {
    if (this.isPaused) return;
    this.isPaused = true;
    this.wire?.stream.pause();
    this.tar.once('drain', () => {
      this.isPaused = false;
      this.wire?.stream.resume();
    });
  }

  handleReadyForQuery(): void {
    const [start, end] = this.positions;
    if (!start || !end) return this.handleError(new Error('PostgreSQL did not say where the base backup lies.'));
    this.tar.end();
    this.manifest.resolve(Buffer.concat(this.manifestParts));
    this.span.resolve({ startLsn: start[0], timeline: Number(start[1]), endLsn: end[0] });
  }

  handleError(error: Error): void {
    this.span.reject(error);
    this.manifest.reject(error);
    this.tar.destroy(error);
  }

  handleRowDescription(): void {}
  handleCommandComplete(): void {}
  handleCopyInResponse(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}
