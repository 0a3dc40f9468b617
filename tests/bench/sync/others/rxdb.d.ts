/** The part of RxDB 17 that the benchmark uses: its own types are there only where it is installed. */
type BenchRxDocument = { incrementalPatch(changes: object): Promise<unknown> };
type BenchRxCollection = {
  findOne(id: string | undefined): { exec(): Promise<BenchRxDocument> };
  find(query: { selector: object }): { exec(): Promise<unknown[]> };
};
type BenchRxDatabase = {
  addCollections(schemas: { rows: { schema: object } }): Promise<{ rows?: BenchRxCollection }>;
  remove(): Promise<unknown>;
};

declare module 'rxdb/plugins/core' {
  export function createRxDatabase(options: {
    name: string;
    storage: unknown;
    multiInstance: boolean;
  }): Promise<BenchRxDatabase>;
}
declare module 'rxdb/plugins/replication' {
  export function replicateRxCollection<Row, Checkpoint>(options: {
    collection: BenchRxCollection;
    replicationIdentifier: string;
    live: boolean;
    pull: {
      batchSize: number;
      handler(
        checkpoint: Checkpoint | undefined,
        batchSize: number,
      ): Promise<{ documents: (Row & { _deleted: boolean })[]; checkpoint: Checkpoint }>;
    };
  }): { awaitInitialReplication(): Promise<unknown> };
}
declare module 'rxdb/plugins/storage-dexie' {
  export function getRxStorageDexie(): unknown;
}
