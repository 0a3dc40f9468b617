import type { Tx } from '#server/kit/context.ts';
import type { Database } from '#server/kit/db/database.ts';
import { siteAlone } from '#server/kit/auth/sessions.ts';
import type { KeyRing } from '#server/kit/keys/key-ring.ts';
import type { TextKey } from '#server/kit/keys/text-key.ts';
import type { Mark } from './anchor.ts';
import { headMac, isSame, sealMac, type Finding, type Seal } from './mac.ts';
import { entryHash, headOf, sealsAfter } from './rows.ts';
import { shownFindings } from './shown.ts';
import { BrokenChain, keysOf, perSeal, sealSite, type ChainKeeper } from './seal.ts';

export type Verdict = { site: string; entries: number; seals: number; waiting: number; findings: Finding[] };

const sealsAtOnce = 100;
/** Enough to see what happened; a log that was replaced as a whole would list itself. */
const mostFindings = 100;
/** How far a transaction may lie behind its commit, or a clock be put right. */
const tolerance = `interval '1 hour'`;

/** Seals what is committed and looks at every entry, seal and the head of a site, as of one moment. */
export async function verifySite(database: Database, keeper: ChainKeeper, site: string): Promise<Verdict> {
  try {
    await sealSite(database, keeper, site);
  } catch (error) {
    // Why it is broken is found below.
    if (!(error instanceof BrokenChain)) throw error;
  }
  // A server beside this one seals on: what is remembered by now is already in what is looked at.
  const known = keeper.anchor.get(site);
  return database.tx(siteAlone(site), (tx) => verifyChain(tx, { keys: keeper.keys, known }, site), {
    isolation: 'repeatable read',
    readOnly: true,
  });
}

type Checker = { keys: KeyRing<TextKey>; known: Mark | undefined };

export async function verifyChain(tx: Tx, checker: Checker, site: string): Promise<Verdict> {
  const findings: Finding[] = [];
  const walked = await walk(tx, checker.keys, site, findings);
  findings.push(...(await headFindings(tx, checker, site, walked)));
  const { entries, waiting } = await countsOf(tx, site);
  if (entries !== walked.present + waiting) findings.push(...(await strangers(tx, site)));
  // What else is wrong with a seal says more.
  if (findings.length === 0) findings.push(...(await shownFindings(tx, site, mostFindings)));
  return { site, entries, seals: walked.seals, waiting, findings: findings.slice(0, mostFindings) };
}

type Walked = {
  seals: number;
  /** Entries named by seals, and those of them that are there. */
  named: number;
  present: number;
  last: Seal | null;
  /** Of the last seal, where it is known. */
  key: TextKey | null;
  /** Keys that the chain has left behind, and those that are not here. */
  former: Set<string>;
  lacking: Set<string>;
};

/** Every seal against the one before it, and every entry against its hash. */
async function walk(tx: Tx, keys: KeyRing<TextKey>, site: string, findings: Finding[]): Promise<Walked> {
  const walked: Walked = {
    seals: 0,
    named: 0,
    present: 0,
    last: null,
    key: null,
    former: new Set(),
    lacking: new Set(),
  };
  for (;;) {
    const seals = await sealsAfter(tx, site, walked.last?.seq ?? 0, sealsAtOnce);
    const first = seals[0];
    const end = seals.at(-1);
    if (!first || !end) return walked;
    for (const seal of seals) {
      findings.push(...sealFindings(keys, seal, walked));
      walked.last = seal;
      walked.seals += 1;
      walked.named += seal.ids.length;
    }
    const faults = await entryFindings(tx, site, first.seq, end.seq);
    const missing = faults.filter(({ isMissing }) => isMissing).length;
    walked.present += seals.reduce((sum, { ids }) => sum + ids.length, 0) - missing;
    findings.push(...faults.map(({ what, seal, entry }) => ({ what, seal, entry })));
  }
}

function sealFindings(keys: KeyRing<TextKey>, seal: Seal, walked: Walked): Finding[] {
  const before = walked.last;
  const expected = (before?.seq ?? 0) + 1;
  if (seal.seq !== expected) {
    const gap = seal.seq - 1 === expected ? `Seal ${expected} is` : `Seals ${expected} to ${seal.seq - 1} are`;
    return [{ what: `${gap} missing from the chain.`, seal: expected }];
  }
  const candidates = keysOf(keys, seal);
  if (candidates.length === 0) return lackingKey(seal, walked);
  const key = candidates.find((each) => isSame(seal.mac, sealMac(each, seal, before?.mac ?? null)));
  if (!key) return [{ what: `Seal ${seal.seq} was altered, or does not follow the one before it.`, seal: seal.seq }];
  return keyChange(seal, key, walked);
}

/** Once for each key, since what it sealed cannot be judged. */
function lackingKey({ seq, keyId }: Seal, { lacking }: Walked): Finding[] {
  const id = keyId ?? '';
  if (lacking.has(id)) return [];
  lacking.add(id);
  return [
    {
      what: `From seal ${seq} on, the key ${id} is needed but missing. Add it to AUDIT_KEY or audit-key.`,
      seal: seq,
    },
  ];
}

/** A chain goes from one key to the next and never back: whoever still has a former key cannot go on with it. */
function keyChange({ seq }: Seal, key: TextKey, walked: Walked): Finding[] {
  if (walked.key && walked.key.id !== key.id) walked.former.add(walked.key.id);
  walked.key = key;
  if (!walked.former.has(key.id)) return [];
  return [{ what: `Seal ${seq} was made with the key ${key.id} after that was rotated.`, seal: seq }];
}

type Fault = Required<Finding> & { isMissing: boolean };

/**
 * Entries of some seals that are gone, altered, or were put in later under an earlier time: earlier than the last seal
 * that left nothing waiting. After a full one there may be more that is as old.
 */
async function entryFindings(tx: Tx, site: string, from: number, to: number): Promise<Fault[]> {
  const rows = await tx.rows<{ seal: number; entry: number; fault: 'missing' | 'altered' | 'late'; at: string | null }>(
    `select * from (
       select s.seq as seal, u.id as entry, to_jsonb(e.at) #>> '{}' as at, case
         when e.id is null then 'missing'
         when ${entryHash} is distinct from u.hash then 'altered'
         when e.at < b.at - ${tolerance} or e.at > s.at + ${tolerance} then 'late' end as fault
       from audit_seals s left join lateral (
           select at from audit_seals where site = $1 and seq < s.seq and cardinality(ids) < ${perSeal}
           order by seq desc limit 1) b on true
         cross join lateral unnest(s.ids, s.hashes) as u (id, hash)
         left join audit_entry e on e.site = $1 and e.id = u.id
       where s.site = $1 and s.seq between $2 and $3) checked
     where fault is not null order by seal, entry`,
    [site, from, to],
  );
  const sentences = {
    missing: 'was removed.',
    altered: 'was altered.',
    late: 'was added later: its time doesn’t match its place in the chain.',
  };
  return rows.map(({ seal, entry, fault, at }) => ({
    seal,
    entry,
    isMissing: fault === 'missing',
    what: `Entry ${entry}${at === null ? '' : ` (${at})`}, in seal ${seal}, ${sentences[fault]}`,
  }));
}

/** The end of the chain against what the head says, and against what this machine remembers. */
async function headFindings(tx: Tx, { keys, known }: Checker, site: string, walked: Walked): Promise<Finding[]> {
  const { last, named } = walked;
  const head = await headOf(tx, site);
  const findings: Finding[] = [];
  if (!head && last) findings.push({ what: 'The head of the chain is missing.' });
  const isLacking = last !== null && walked.lacking.has(last.keyId ?? '');
  const fits = (key: TextKey) => head && last && isSame(head.mac, headMac(key, head, last.mac));
  if (head && !isLacking && !(last && keysOf(keys, last).some(fits))) {
    findings.push({ what: 'The head was altered, or doesn’t belong to the last seal. The end may be missing.' });
  } else if (head && last && (head.seq !== last.seq || head.total !== named || head.at !== last.at)) {
    findings.push({ what: `The head counts ${head.total} entries, the chain ${named}. The end was removed.` });
  }
  if (!known) return findings;
  if (!last || last.seq < known.seq) {
    const reached = `${last?.seq ?? 0} of ${known.seq} seals are there`;
    findings.push({ what: `The chain was longer: ${reached}. Its end was removed, or an older copy was restored.` });
  } else if ((await macAt(tx, site, known.seq)) !== known.mac) {
    findings.push({
      what: `Seal ${known.seq} doesn’t match this machine’s record: the chain was rebuilt.`,
      seal: known.seq,
    });
  }
  return findings;
}

async function macAt(tx: Tx, site: string, seq: number): Promise<string | undefined> {
  const found = await tx.maybe<{ mac: string }>(
    `select encode(mac, 'hex') as mac from audit_seals where site = $1 and seq = $2`,
    [site, seq],
  );
  return found?.mac;
}

async function countsOf(tx: Tx, site: string): Promise<{ entries: number; waiting: number }> {
  const found = await tx.maybe<{ entries: number; waiting: number }>(
    `select (select count(*) from audit_entry where site = $1) as entries,
       (select count(*) from audit_unsealed u join audit_entry e using (site, id) where u.site = $1) as waiting`,
    [site],
  );
  return found ?? { entries: 0, waiting: 0 };
}

/** Entries that no seal names, and entries that are named twice. */
async function strangers(tx: Tx, site: string): Promise<Finding[]> {
  const rows = await tx.rows<{ entry: number; times: number }>(
    `with named as (
       select id, count(*) as times from
         (select unnest(ids) as id from audit_seals where site = $1 union all select id from audit_unsealed where site = $1) each
       group by id)
     select coalesce(e.id, n.id) as entry, coalesce(n.times, 0) as times
     from (select id from audit_entry where site = $1) e full join named n on n.id = e.id
     where n.id is null or n.times > 1 order by 1 limit ${mostFindings}`,
    [site],
  );
  return rows.map(({ entry, times }) => ({
    entry,
    what:
      times === 0
        ? `Entry ${entry} is in no seal: it was added from outside.`
        : `Entry ${entry} is in the chain twice.`,
  }));
}
