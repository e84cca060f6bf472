/**
 * The fixtures of every browser test: an address per worker, a fresh seeded backend per test that
 * obeys faults, and helpers to look at what it has stored.
 */
import { AxeBuilder } from '@axe-core/playwright';
import {
  expect,
  test as base,
  type BrowserContext,
  type ConsoleMessage,
  type Page,
} from '@playwright/test';
import type { Backend } from '../../backend/backend';
import { claimHost } from './claimHost';
import { createProfiles, type Profiles } from './browserProfiles';
import {
  storedObjects,
  storedRequests,
  type StoredFile,
  type StoredRequest,
} from './serverContent';
import { startTestBackend, TEST_PORTS, TEST_SITE } from './testSite';

export { expect } from '@playwright/test';
export type { StoredFile, StoredRequest } from './serverContent';
export type { Backend } from '../../backend/backend';

export interface TestFixtures {
  /** The built site that `backend` serves. */
  siteDir: string;
  /** In memory, seeded, with faults; running when the test starts. */
  backend: Backend;
  /** Origin of the site, e.g. `http://127.0.0.1:5600`. */
  site: string;
  /** The service requests that are stored, oldest first. */
  requestsStored(): StoredRequest[];
  /** The files that requests have uploaded (not the gallery's), by name. */
  objectsStored(): StoredFile[];
  /** Every axe violation of a page, one line each; empty is good. */
  axe(page: Page): Promise<string[]>;
  /**
   * What pages and workers have reported against the Content-Security-Policy; anything in it at the end
   * fails the test. A test that breaks the policy on purpose takes out what it expects.
   */
  policy: string[];
  /** Browsers with a profile on disk, for crash tests; removed after the test. */
  profiles: Profiles;
}

export interface WorkerFixtures {
  /** This worker's own address. */
  host: string;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  host: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
    async ({}, provide, workerInfo) => {
      const { host, release } = await claimHost(workerInfo.parallelIndex);
      await provide(host);
      await release();
    },
    { scope: 'worker' },
  ],
  site: async ({ host }, provide) => provide(`http://${host}:${TEST_PORTS.hosting}`),
  baseURL: async ({ site }, provide) => provide(site),
  siteDir: [TEST_SITE, { option: true }],
  backend: [
    async ({ host, siteDir }, provide) => {
      const backend = await startTestBackend(host, siteDir);
      await provide(backend);
      await backend.stop();
    },
    { auto: true },
  ],
  requestsStored: async ({ backend }, provide) => provide(() => storedRequests(backend)),
  objectsStored: async ({ backend }, provide) => provide(() => storedObjects(backend)),
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
  axe: async ({}, provide) =>
    provide(async (page) => {
      const { violations } = await new AxeBuilder({ page }).analyze();
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map((node) => `${id}: ${help} at ${node.target.join(' ')}`),
      );
    }),
  policy: [
    async ({ context }, provide) => {
      const broken: string[] = [];
      hearViolations(context, broken);
      await provide(broken);
      expect(broken).toEqual([]);
    },
    { auto: true },
  ],
  profiles: async ({ site, policy }, provide) => {
    const profiles = createProfiles(site, (context) => hearViolations(context, policy));
    await provide(profiles);
    await profiles.close();
  },
});

/** How many documents the page has loaded from now on. */
export function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('domcontentloaded', () => (loads += 1));
  return () => loads;
}

/** Adds what the context's pages and workers report against the policy to `broken`. */
function hearViolations(context: BrowserContext, broken: string[]): void {
  const hear = (message: ConsoleMessage) => {
    const { url, lineNumber, columnNumber } = message.location();
    if (!/Content Security Policy/i.test(message.text())) return;
    // Playwright's own recorder, which runs on a retry, fetches previews.
    if (message.text().startsWith("Connecting to 'blob:")) return;
    broken.push(`${message.text()} ${url}:${lineNumber}:${columnNumber}`);
  };
  context.on('console', hear);
  context.on('serviceworker', (worker) => {
    worker.evaluate(tellViolations).catch(() => {
      // It is gone already: tests kill workers.
    });
  });
}

/** Chromium reports a service worker's violations to the worker only. */
function tellViolations(): void {
  globalThis.addEventListener('securitypolicyviolation', (event) => {
    const { blockedURI, violatedDirective } = event as SecurityPolicyViolationEvent;
    console.error(`Content Security Policy: ${blockedURI} violates ${violatedDirective}`);
  });
}
