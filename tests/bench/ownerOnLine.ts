/**
 * How long an owner waits for the lists of works and of reviews: the page as it is deployed, on a phone, over a slow
 * line of real packets. All of Google's services are at the far end of the line, too (googleOnLine.ts).
 */
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserContext } from '@playwright/test';
import type { Backend } from '../../backend/backend';
import { businessConstants, readBusiness } from '../../tools/build/businessFile';
import { startSiteBackend } from '../../tools/start/siteBackend';
import type { Checkout } from './checkouts';
import { AUTH_DOMAIN, GOOGLE_HOSTS, serveGoogle, STORAGE, type Arrived } from './googleOnLine';
import { makeKey, serveSite, type Key } from './http2Site';
import { ownersSession, overnight, storeWorksAndReviews, type Kept } from './ownerContents';
import { keepSession, openPhone, visitOwnersPage, type Visit } from './ownerVisit';
import { LINES, MACHINE, startLine, writeBrowser } from './packetLine';
import { median } from './slowPhone';
import type { Place } from './visitor';

export interface OwnerSetting {
  /** For the pages and the browsers' profiles. */
  folder: string;
  configFile: string;
  rounds: number;
}

const LINE = '150 ms, 1,600 kbit/s, BBR';
const WORKS = 1_000;
const REVIEWS = 2_000;
const API_KEY = 'bench';
const APP = 'owner';
const [GOOGLE_PORT, FIRST_PORT] = [8490, 8491];

/** Prints two tables: what a visit costs, and where its time goes. */
export async function benchOwner(
  checkouts: Checkout[],
  place: Place,
  { folder, configFile, rounds }: OwnerSetting,
): Promise<void> {
  const sites: string[] = [];
  for (const { name, root } of checkouts) {
    const site = join(folder, `owner-${name}`);
    cpSync(place.siteDir, site, { recursive: true });
    await buildForGoogle(root, site);
    sites.push(site);
  }
  const backend = await startSiteBackend({ ...place, faults: true, quiet: true });
  const stopLine = await startLine(LINES[LINE]);
  const key = makeKey(folder);
  const own = `http://${place.host}:${place.ports.hosting}`;
  const google = await serveGoogle({ host: MACHINE, port: GOOGLE_PORT }, key, {
    ports: place.ports,
    own,
  });
  const pictures = backend.origins.storage;
  const stops = await Promise.all(
    sites.map((site, index) =>
      serveSite(site, { host: MACHINE, port: FIRST_PORT + index }, { key, pictures, configFile }),
    ),
  );
  try {
    storeWorksAndReviews(backend, { works: WORKS, reviews: REVIEWS, storage: STORAGE });
    const kept = await ownersSession(backend, { name: APP, apiKey: API_KEY });
    const bench = { backend, arrived: google.arrived, kept, key, folder };
    const visits = await visitInTurns(checkouts, rounds, bench);
    print(visits, rounds);
  } finally {
    for (const stop of [...stops, google.stop, stopLine]) stop();
    await backend.stop();
  }
}

/** Builds the owner's page of a checkout into a site, as for a project of Google's. */
async function buildForGoogle(root: string, outDir: string): Promise<void> {
  const project = {
    VITE_FIREBASE_API_KEY: API_KEY,
    VITE_FIREBASE_AUTH_DOMAIN: AUTH_DOMAIN,
    VITE_FIREBASE_PROJECT_ID: 'demo-cabinets',
    VITE_FIREBASE_STORAGE_BUCKET: 'demo-cabinets.appspot.com',
    VITE_FIREBASE_APP_ID: 'bench',
  };
  const before = Object.keys(project).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, project);
  const module = pathToFileURL(join(root, 'tools/build/buildOwner.ts')).href;
  const { buildOwner } = (await import(module)) as typeof import('../../tools/build/buildOwner');
  const define = businessConstants(readBusiness(), {});
  const built = { at: new Date().toISOString() };
  const settings = { logLevel: 'warn', authDomain: AUTH_DOMAIN, local: false, built } as const;
  await buildOwner({ root, outDir, define, ...settings });
  for (const [name, value] of before) process.env[name] = value ?? '';
}

interface Bench {
  backend: Backend;
  arrived: Arrived[];
  kept: Kept;
  key: Key;
  folder: string;
}

type Visits = Map<string, Visit[]>;

/** A new phone in each round, which comes three times. The checkouts take turns, so that a busy machine is busy for each. */
async function visitInTurns(
  checkouts: Checkout[],
  rounds: number,
  { backend, arrived, kept, key, folder }: Bench,
): Promise<Visits> {
  const executablePath = writeBrowser(folder);
  const visits: Visits = new Map();
  for (let round = 0; round < rounds; round += 1) {
    const turns = [...checkouts.entries()];
    for (const [index, { name }] of round % 2 === 0 ? turns : turns.toReversed()) {
      const profile = join(folder, `phone-${name}-${round}`);
      mkdirSync(profile);
      const phone = { executablePath, profile, key, hosts: hostsOf(FIRST_PORT + index) };
      const come = async (visit: string, session?: Kept) => {
        if (session) await keepSession(profile, session);
        const context: BrowserContext = await openPhone(phone);
        try {
          const seen = await visitOwnersPage(context, backend, arrived);
          const row = `${name}, ${visit}`;
          visits.set(row, [...(visits.get(row) ?? []), seen]);
        } finally {
          await context.close();
        }
      };
      await come('first', kept);
      await come('second');
      await come('next day', overnight(kept));
    }
  }
  return visits;
}

/** Where the phone finds the site and Google. */
const hostsOf = (site: number): Record<string, string> => ({
  'site.example': `${MACHINE}:${site}`,
  ...Object.fromEntries(GOOGLE_HOSTS.map((host) => [host, `${MACHINE}:${GOOGLE_PORT}`])),
});

function print(visits: Visits, rounds: number): void {
  const table = (title: string, of: (visit: Visit) => Record<string, number>) => {
    console.log(`\n${title}`);
    console.table(
      [...visits].map(([visit, all]) => {
        const names = [...new Set(all.flatMap((one) => Object.keys(of(one))))];
        const medians = names.map((name) => [
          name,
          Math.round(median(all.map((one) => of(one)[name] ?? 0))),
        ]);
        return { visit, ...Object.fromEntries(medians) };
      }),
    );
  };
  const what = `${LINE}, CPU ÷ 4, ${WORKS} works and ${REVIEWS} reviews, medians of ${rounds} rounds`;
  table(`The owner's page, ${what}: shown after ms; kB`, ({ cost }) => cost);
  table('Documents read', ({ documents }) => documents);
  table('Where the time goes: ms after the navigation', ({ moments }) => moments);
}
