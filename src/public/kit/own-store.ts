/** A database of these pages, with one store; closed after each use. */
export type OwnStore = {
  database: string;
  store: string;
  /** Where each row holds its own key. */
  keyPath?: string;
};

function opened({ database, store, keyPath }: OwnStore): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1);
    request.onupgradeneeded = () =>
      request.result.createObjectStore(store, keyPath === undefined ? undefined : { keyPath });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The page may not keep anything on this phone.'));
  });
}

/** One step in the store. Resolves once it is on disk, not sooner: a phone may be put away at any moment. */
export async function inStore<R>(
  of: OwnStore,
  mode: IDBTransactionMode,
  use: (all: IDBObjectStore) => IDBRequest<R>,
): Promise<R> {
  const db = await opened(of);
  try {
    return await new Promise((resolve, reject) => {
      const transaction = db.transaction(of.store, mode);
      const request = use(transaction.objectStore(of.store));
      const failed = () => reject(transaction.error ?? new Error('This phone could not keep or read it.'));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = failed;
      transaction.onabort = failed;
    });
  } finally {
    db.close();
  }
}

/** Deletes a database of these pages; one that another tab has open goes once that tab lets it. */
export function dropped(name: string): Promise<void> {
  return new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onerror = () => resolve();
    request.onblocked = () => resolve();
  });
}
