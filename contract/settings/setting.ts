import type { z } from 'zod';

/** Whose value it is: one for the whole site, one for each facility, or one for each user. */
export type SettingScope = 'site' | 'facility' | 'user';
/** Who may change it: company settings, the plus page (spec 6), or superusers alone. */
export type SettingPage = 'company' | 'plus' | 'superuser';

type About<T> = {
  group: string;
  /** The value until somebody changes it. */
  byDefault: T;
  label: string;
  help: string;
  /** The values to choose from, with their words; a text without any is typed. */
  choices?: readonly { value: string | number; label: string }[];
  /** Nothing reads it yet. It is stored and returned (spec 3), but no screen offers it. */
  isUnread?: true;
};

/** A site setting is on a page with a permission; others are with their facility or account. */
type Place = { scope: 'site'; page: SettingPage } | { scope: 'facility' | 'user' };

/** One setting: what it holds, whose it is, who may change it, and in what words. */
export function setting<S extends z.ZodType, const P extends Place>(schema: S, about: About<z.output<S>> & P) {
  return { schema, ...about };
}
