-- Whoever is registered is looked for by email too.
create index patients_email on patients (site, lower("Email")) where "Email" is not null;
