/** What decides whether the clinic can go on working on this device when server or network are gone (sync.md). */
export type OutageFacts = {
  /** The browser promised not to clear its storage by itself; null where it does not say. */
  isStorageKept: boolean | null;
  hydrated: { P0: boolean; P1: boolean; names: boolean };
  /** ms since 1970, by this device's clock; null before the first exchange. */
  lastSyncAt: number | null;
  now: number;
};

export type OutageCondition = {
  name: 'storage' | 'workingSet' | 'lastSync';
  isMet: boolean;
  /** What is so, or what is missing and what to do about it. */
  sentence: string;
};

const longestMs = 24 * 3_600_000;

/** The three conditions, in the order in which they are shown. */
export function outageConditions(facts: OutageFacts): OutageCondition[] {
  return [storage(facts), workingSet(facts), lastSync(facts)];
}

export function isReadyForOutages(facts: OutageFacts): boolean {
  return outageConditions(facts).every((condition) => condition.isMet);
}

function storage({ isStorageKept }: OutageFacts): OutageCondition {
  const sentence = isStorageKept
    ? 'The browser keeps the data on this device.'
    : isStorageKept === null
      ? 'This browser does not promise to keep the data. Use a current Chrome, Edge, Firefox or Safari.'
      : 'The browser may clear the data when the disk is full. Install Mainstay as an app or bookmark it, then reload.';
  return { name: 'storage', isMet: isStorageKept === true, sentence };
}

function workingSet({ hydrated }: OutageFacts): OutageCondition {
  const isMet = hydrated.P0 && hydrated.P1 && hydrated.names;
  const sentence = isMet
    ? 'Everything needed for the next two weeks is on this device.'
    : 'Not everything is on this device yet. Stay online until the list above is complete.';
  return { name: 'workingSet', isMet, sentence };
}

function lastSync({ lastSyncAt, now }: OutageFacts): OutageCondition {
  // A clock that was set back puts the last exchange into the future, and nobody knows how old it is.
  const isMet = lastSyncAt !== null && now - lastSyncAt < longestMs && lastSyncAt - now < longestMs;
  const sentence = isMet
    ? 'This device synced less than a day ago.'
    : lastSyncAt === null
      ? 'This device has not synced yet. Go online once.'
      : 'This device last synced more than a day ago. Go online once.';
  return { name: 'lastSync', isMet, sentence };
}
