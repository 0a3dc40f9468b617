import { mergedFields } from '#contract/base/merged-fields.ts';
import { noConnection, SsoConnection } from '#contract/single-sign-on/endpoints.ts';
import type { TypedOver } from '#shared/forms/use-overtaken.tsx';

type Fields = typeof noConnection;
/** `domains` as they are typed. */
export type Values = Omit<Fields, 'domains'> & { domains: string; clientSecret: string };

const Seen = SsoConnection.pick({
  Name: true,
  issuer: true,
  clientId: true,
  domains: true,
  passwordAllowed: true,
  Enabled: true,
});

export function valuesOf(connection: Fields | null): Values {
  const { domains, ...fields } = Seen.parse(connection ?? noConnection);
  return { ...fields, domains: domains.join(', '), clientSecret: '' };
}

export function fieldsOf({ domains, clientSecret: _, ...fields }: Values): Fields {
  return { ...fields, domains: domains.split(/[\s,;]+/).filter((one) => one !== '') };
}

/** What may be kept on a device: a secret is typed again. */
export function unsecret(values: Values): Values {
  return { ...values, clientSecret: '' };
}

/** The connection out of what a refusal tells: null where there is none any more. */
export function connectionIn(current: unknown): SsoConnection | null {
  return SsoConnection.safeParse(current).data ?? null;
}

/** A secret is for the provider it was typed for: it is not put beside another. One that is gone is set up as a whole. */
export function rebase(now: Values, { before, values }: TypedOver<Values>): Values {
  if (now.issuer === '') return values;
  const [there, mine, was] = [now, values, before].map(fieldsOf) as [Fields, Fields, Fields];
  const { merged } = mergedFields(there, mine, was, [['issuer', 'clientId']], { domains: 'set' });
  const isSame = merged.issuer === mine.issuer && merged.clientId === mine.clientId;
  return { ...valuesOf(merged), clientSecret: isSame ? values.clientSecret : '' };
}
