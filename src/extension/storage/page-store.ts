/** Pages waiting to be sent. They are too large for the key-value storage, which is read whole; here each lies alone. */
export interface PageStore {
  put(clientId: string, html: string): Promise<void>;
  get(clientId: string): Promise<string | undefined>;
  remove(clientId: string): Promise<void>;
  ids(): Promise<string[]>;
}

const databaseName = 'pages';
const storeName = 'html';

export function openPageStore(): PageStore {
  const run = async <T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
    const database = await openDatabase();
    try {
      const transaction = database.transaction(storeName, mode, { durability: 'strict' });
      const request = act(transaction.objectStore(storeName));
      await new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onerror = () => reject(transaction.error);
        transaction.onabort = () => reject(transaction.error);
      });
      return request.result;
    } finally {
      database.close();
    }
  };
  return {
    put: async (clientId, html) => void (await run('readwrite', (store) => store.put(html, clientId))),
    get: (clientId) => run('readonly', (store) => store.get(clientId) as IDBRequest<string | undefined>),
    remove: async (clientId) => void (await run('readwrite', (store) => store.delete(clientId))),
    ids: async () => (await run('readonly', (store) => store.getAllKeys())).map(String),
  };
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
