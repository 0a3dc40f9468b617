/** The part of PouchDB 9 that the benchmark uses; it ships no types. */
type BenchPouch = {
  put(doc: object): Promise<unknown>;
  get(id: string): Promise<Record<string, unknown>>;
  allDocs(range: { startkey: string; endkey: string; include_docs: true }): Promise<{ rows: unknown[] }>;
  bulkDocs(docs: object[]): Promise<unknown>;
  info(): Promise<{ doc_count: number }>;
  destroy(): Promise<void>;
  replicate: { from(url: string, options: object): Promise<{ docs_written: number }> };
};

declare module 'pouchdb-browser' {
  const PouchDB: { new (name: string, options?: object): BenchPouch; plugin(plugin: unknown): void };
  export default PouchDB;
}
declare module 'pouchdb-adapter-indexeddb' {
  const plugin: unknown;
  export default plugin;
}
