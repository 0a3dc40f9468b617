/**
 * SQL: whose visits a row `u` of users sees whatever else they may see: their own as a provider, and those of the
 * assistants whom they supervise, whose notes they cosign.
 */
export const ownProviderIds = `array(select own."ProviderId" from providers own where own.site = u.site
  and u."EmployeeId" in (own."ProviderId", own."SupervisorProviderId") order by own."ProviderId") as "ownProviderIds"`;
