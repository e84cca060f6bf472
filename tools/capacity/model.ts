/**
 * What visits and leads cost: prices as published, what the client does, and assumptions, each named. Money
 * is US dollars, a month has 30 days. Free quotas are taken off.
 */

/** As known in May 2025; docs/capacity.md says where from and what could not be checked. */
export const PRICES = {
  /** Firestore, Standard edition, multi-region nam5; single regions such as us-central1 cost half. */
  reads: { per100k: 0.06, freePerDay: 50_000 },
  writes: { per100k: 0.18, freePerDay: 20_000 },
  /** Per GiB out of Firestore to the internet. */
  firestoreOut: { perGiB: 0.12, freePerMonth: 10 },
  /** Cloud Storage in us-central1, us-east1 or us-west1. */
  storageOut: { perGiB: 0.12, freePerMonth: 100 },
  storageKept: { perGiBMonth: 0.02, free: 5 },
  /** Class B operations: downloads. Class A: uploads. */
  downloads: { per10k: 0.004, freePerMonth: 50_000 },
  uploads: { per10k: 0.05, freePerMonth: 5_000 },
  hostingOut: { perGB: 0.15, freePerDayGB: 0.36 },
} as const;

/** Assumptions about the site and its visitors: change them to your own. */
export const ASSUMED = {
  works: 30,
  /** Of a work's page that is opened. */
  reviews: 5,
  /** Work pages opened in a visit. */
  workPages: 1,
  /** Visits whose page gets idle, visible and has a good connection: they follow the gallery live. */
  followingShare: 0.8,
  /** Visits that open the request form, and that send it. */
  formShare: 0.1,
  leadShare: 0.005,
  /** Visits with nothing in the caches. */
  firstVisitShare: 0.7,
  /** How long a page is open, in minutes, and how much busier the busiest minute is than the mean. */
  minutes: 3,
  peak: 5,
  /** Cards seen, and pictures on a work's page; bytes of each as photos (AVIF of 480 and 960 px). */
  cards: 12,
  cardBytes: 25_000,
  workPictures: 8,
  workPictureBytes: 70_000,
} as const;

/** Bytes that were measured: tests/unit/capacity.test.ts and tests/local/bundle.test.ts hold them. */
export const MEASURED = {
  /** A work's document, JSON without spaces: the seed's works have three to five pictures. */
  workBytes: 8850,
  /** The same within a compressed list. */
  workBytesCompressed: 330,
  /** All that a first visit takes from Hosting: scripts, styles, fonts, hero, worker, precache. */
  firstVisitBytes: 240_000,
  /** The SDK of the live gallery. */
  liveBytes: 115_000,
  laterVisitBytes: 5000,
} as const;

/** Reads of one visit, by what is read. */
export function readsOfVisit({ snapshot }: Plan): Record<string, number> {
  const { works, reviews, workPages, followingShare, formShare } = ASSUMED;
  return {
    'the list of works (REST)': snapshot ? 0 : works,
    'the live listener': snapshot ? 0 : works * followingShare,
    'a work’s page, painted from memory': 0,
    'its reviews': workPages * Math.max(1, reviews),
    'the version': 1,
    'the service types, when the form opens': formShare,
  };
}

/** One request with two pictures. */
export const LEAD = {
  /** Create and attach. */
  writes: 2,
  /** By the rules: the configuration at the attach, the request at each of four uploads. */
  ruleReads: 5,
  uploads: 4,
  bytesKept: 1_000_000,
} as const;

export interface Plan {
  /** Whether the gallery comes as a file from Hosting, without list and listener (docs/capacity.md). */
  snapshot: boolean;
}

export interface Bill {
  readsPerDay: number;
  readsPerSecondAtPeak: number;
  listenersAtPeak: number;
  leadsPerDay: number;
  /** Dollars a month. */
  reads: number;
  firestoreOut: number;
  storage: number;
  hosting: number;
  leads: number;
  total: number;
}

const DAYS = 30;
const GIB = 2 ** 30;
const beyond = (amount: number, free: number) => Math.max(0, amount - free);
const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

export function billOf(visitsPerDay: number, plan: Plan): Bill {
  const visits = visitsPerDay * DAYS;
  const first = visits * ASSUMED.firstVisitShare;
  const readsPerDay = visitsPerDay * sum(Object.values(readsOfVisit(plan)));
  const following = plan.snapshot ? 0 : ASSUMED.followingShare;

  const reads = (beyond(readsPerDay, PRICES.reads.freePerDay) * DAYS * PRICES.reads.per100k) / 1e5;

  const worksRead = plan.snapshot ? 0 : visits * ASSUMED.works * (1 + following);
  const firestoreGiB = (worksRead * MEASURED.workBytes) / GIB;
  const firestoreOut =
    beyond(firestoreGiB, PRICES.firestoreOut.freePerMonth) * PRICES.firestoreOut.perGiB;

  const pictures = ASSUMED.cards + ASSUMED.workPages * ASSUMED.workPictures;
  const pictureBytes =
    ASSUMED.cards * ASSUMED.cardBytes +
    ASSUMED.workPages * ASSUMED.workPictures * ASSUMED.workPictureBytes;
  const storage =
    beyond((first * pictureBytes) / GIB, PRICES.storageOut.freePerMonth) *
      PRICES.storageOut.perGiB +
    (beyond(first * pictures, PRICES.downloads.freePerMonth) * PRICES.downloads.per10k) / 1e4;

  const snapshotBytes = plan.snapshot ? ASSUMED.works * MEASURED.workBytesCompressed : 0;
  const hostingBytes =
    visitsPerDay *
    (ASSUMED.firstVisitShare * (MEASURED.firstVisitBytes + following * MEASURED.liveBytes) +
      (1 - ASSUMED.firstVisitShare) * MEASURED.laterVisitBytes +
      snapshotBytes);
  const hosting =
    beyond(hostingBytes / 1e9, PRICES.hostingOut.freePerDayGB) * DAYS * PRICES.hostingOut.perGB;

  const leadsPerDay = visitsPerDay * ASSUMED.leadShare;
  const leads = leadsCost(leadsPerDay);
  return {
    readsPerDay,
    readsPerSecondAtPeak: (readsPerDay / 86_400) * ASSUMED.peak,
    listenersAtPeak: ((visitsPerDay * following * ASSUMED.minutes) / 1440) * ASSUMED.peak,
    leadsPerDay,
    reads,
    firestoreOut,
    storage,
    hosting,
    leads,
    total: reads + firestoreOut + storage + hosting + leads,
  };
}

/** Dollars a month, with the pictures of one year kept. Rule reads are free below the visits' own quota only. */
function leadsCost(perDay: number): number {
  const perMonth = perDay * DAYS;
  const kept = (perMonth * 12 * LEAD.bytesKept) / GIB;
  return (
    (beyond(perDay * LEAD.writes, PRICES.writes.freePerDay) * DAYS * PRICES.writes.per100k) / 1e5 +
    (perMonth * LEAD.ruleReads * PRICES.reads.per100k) / 1e5 +
    (beyond(perMonth * LEAD.uploads, PRICES.uploads.freePerMonth) * PRICES.uploads.per10k) / 1e4 +
    beyond(kept, PRICES.storageKept.free) * PRICES.storageKept.perGiBMonth
  );
}

/** Dollars of one lead without any free quota, its pictures kept for a year. */
export function costOfOneLead(): number {
  const { writes, ruleReads, uploads, bytesKept } = LEAD;
  return (
    (writes * PRICES.writes.per100k + ruleReads * PRICES.reads.per100k) / 1e5 +
    (uploads * PRICES.uploads.per10k) / 1e4 +
    ((12 * bytesKept) / GIB) * PRICES.storageKept.perGiBMonth
  );
}
