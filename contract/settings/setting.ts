import type { z } from 'zod';

/** Whose value it is: one for the whole site, one for each facility, or one for each user. */
export type SettingScope = 'site' | 'facility' | 'user';
/** Who may change it: company settings, the plus page (spec 6), or superusers alone. */
export type SettingPage = 'company' | 'plus' | 'superuser';

type About<T> = {
  group: string;
  /** What holds until somebody changes it. */
  byDefault: T;
  label: string;
  help: string;
  /** For a number: the values to choose from, with their words. */
  choices?: readonly { value: number; label: string }[];
  /** Nothing reads it yet: it is kept and told (spec 3), and no screen offers a switch that does nothing. */
  isUnread?: true;
};

/** Those of the site stand on a page with a permission; the others with their facility, or with one's own account. */
type Place = { scope: 'site'; page: SettingPage } | { scope: 'facility' | 'user' };

/** One setting: what it holds, whose it is, who may change it, and in what words. */
export function setting<S extends z.ZodType, const P extends Place>(schema: S, about: About<z.output<S>> & P) {
  return { schema, ...about };
}
