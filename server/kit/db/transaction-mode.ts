/** In whose name a transaction reads and writes. */
export type Who = {
  site: string;
  UserId: string | null;
  device: string | null;
  version?: string | undefined;
  scopes: string[];
};

export type TransactionMode = {
  /**
   * `apart`: each statement is a transaction of its own, with one way there and back. Unless one state of the database is
   * asked for (`isolation`), each sees what is committed when it begins anyway.
   */
  readOnly?: true | 'apart';
  isolation?: 'repeatable read';
  /** `once`: each of its statements has one good plan whatever the values, and is planned once a connection. */
  planned?: 'once';
};
