/** Changes when stored rows of an older app can no longer be read: the mirror is then hydrated anew. */
export const schemaVersion = 12;
