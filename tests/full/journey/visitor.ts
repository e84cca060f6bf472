/** The visitor of a journey: the page before them, what they have written, and what must arrive. */
import type { BrowserContext, Page } from '@playwright/test';
import type { FaultSpec } from '../../../backend/faults/index';
import type { RequestFields } from '../../../src/domain/types';
import type { JourneySnapshot } from '../../journey/plan';
import { deferred, type Deferred } from '../../models/deferred';
import type { SiteCopy } from '../../siteCopy';
import { appStarted, numberedFields, workerControls } from '../../browser/delivery/scene';
import { keptForOffline } from '../../browser/delivery/workerUpdate';
import type { Backend } from '../../browser/fixtures';
import { reviewsOf, workWith } from '../../browser/reviewScene';

type FaultAction = FaultSpec['do'];

interface Surroundings {
  page: Page;
  context: BrowserContext;
  backend: Backend;
  /** Its origin. */
  site: string;
  siteCopy: SiteCopy;
}

export type Visitor = Awaited<ReturnType<typeof createVisitor>>;

/** Asserts what the page shows in a state of the journey. */
export type Showing = (visitor: Visitor, state: JourneySnapshot) => Promise<void>;

/** By a state's name within the journey, dotted. */
export type Showings = Record<string, Showing>;

/** Everything that is said above every screen: the network, and what waits. */
export const noticesOf = (page: Page) => page.locator('aside[aria-label="Your requests"]');

export const formOf = (page: Page) => page.getByRole('dialog', { name: 'Request service' });

export const listOf = (page: Page) => page.getByRole('dialog', { name: 'Waiting requests' });

/** What they think of the work. */
export const REVIEW = { stars: 4, text: 'Six weeks in, still like new.' };

/** On the landing page, under a worker that has kept what an offline visitor needs. */
export async function createVisitor(surroundings: Surroundings, at: JourneySnapshot) {
  const { page, backend } = surroundings;
  let number = 0;
  const held: Deferred<FaultAction | undefined>[] = [];
  const work = workWith(backend, 'some');
  await page.goto('/');
  await appStarted(page);
  await workerControls(page);
  await keptForOffline(page);
  return {
    ...surroundings,
    /** The work they look at, and how many reviews others have left there. */
    work,
    othersReviews: reviewsOf(backend, work).length,
    /** Where the journey was before the present event. */
    at,
    /** What is in the form, and what of it waits or is on its way. */
    form: numberedFields(number),
    underWay: numberedFields(number),
    /** What the server must hold, oldest first: the fields, and how many pictures each has. */
    arrived: [] as { fields: RequestFields; files: number }[],
    /** Other words than ever before. */
    newWords(): RequestFields {
      number += 1;
      return { ...numberedFields(number), categories: [] };
    },
    /** Holds the next request that `spec` meets until it is let go. */
    hold(spec: Omit<FaultSpec, 'do' | 'count'>): void {
      const each = deferred<FaultAction | undefined>();
      held.push(each);
      backend.faults.add({ ...spec, count: 1, do: { kind: 'hold', until: each.promise } });
    },
    /** Lets what has been held longest go on, or to what `action` says. */
    letGo: (action?: FaultAction): void => held.shift()?.resolve(action),
  };
}

/** Whether the form offers the service types: offline it does when they were read before. */
export async function offersTypes({ page }: Visitor, state: JourneySnapshot): Promise<boolean> {
  if (state.matches({ network: 'online' })) return true;
  return page.evaluate(async () => {
    const kept = await (await caches.open('documents')).keys();
    return kept.some(({ url }) => new URL(url).pathname.endsWith('/configurations/configurations'));
  });
}
