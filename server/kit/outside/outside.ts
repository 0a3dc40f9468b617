import { embeddedTexts, type Texts } from './texts.ts';

/** One answer to choose from, as the outside service names it. */
export type Option = { id: string; name: string };

/** Outcome measures of FOTO. */
export type Foto = {
  isConnected: boolean;
  clinicOptions(site: string): Promise<Option[]>;
  clinicianOptions(site: string): Promise<Option[]>;
  /** What a case can be filed under there, by case. */
  episodeFieldOptions(site: string, caseIds: readonly string[]): Promise<Record<string, Option[]>>;
};

/** Eligibility checks of pVerify. */
export type Eligibility = {
  isConnected: boolean;
  payers(site: string): Promise<Option[]>;
};

/** CPT insights of the prediction service, shown by the sidekick. */
export type Predictions = {
  isConnected: boolean;
  /** Whether the service lets this user in. */
  mayShowInsights(site: string, UserId: string): Promise<boolean>;
};

export type Outside = { foto: Foto; eligibility: Eligibility; predictions: Predictions; texts: Texts };

/** No account of any of these services is set up on this server: nothing to choose from, and nobody is let in. */
export const notConnected: Outside = {
  foto: {
    isConnected: false,
    clinicOptions: async () => [],
    clinicianOptions: async () => [],
    episodeFieldOptions: async () => ({}),
  },
  eligibility: { isConnected: false, payers: async () => [] },
  predictions: { isConnected: false, mayShowInsights: async () => false },
  texts: embeddedTexts,
};
