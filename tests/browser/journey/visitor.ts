/** The visitor of a journey: the page before them, what they have written, and what must arrive. */
import type { BrowserContext, Page } from '@playwright/test';
import type { FaultSpec } from '../../../local/faults/index';
import type { RequestFields } from '../../../src/domain/types';
import type { JourneySnapshot } from '../../journey/plan';
import { deferred, type Deferred } from '../../models/deferred';
import type { SiteCopy } from '../../siteCopy';
import { appStarted, numberedFields, workerControls } from '../delivery/scene';
import { keptForOffline } from '../delivery/workerUpdate';
import type { Backend } from '../fixtures';
import { reviewsOf, workWith } from '../reviewScene';

type FaultAction = FaultSpec['do'];

interface Surroundings {
  page: Page;
  context: BrowserContext;
  backend: Backend;
  /** Its origin. */
  site: string;
  siteCopy: SiteCopy;
}

export interface Visitor extends Surroundings {
  /** The work they look at, and how many reviews others have left there. */
  work: string;
  othersReviews: number;
  /** Where the journey was before the present event. */
  at: JourneySnapshot;
  /** What is in the form, and what of it waits or is on its way. */
  form: RequestFields;
  underWay: RequestFields;
  /** What the server must hold, oldest first: the fields, and how many pictures each has. */
  arrived: { fields: RequestFields; files: number }[];
  /** How often the page was loaded. */
  loads: number;
  /** Other words than ever before. */
  newWords(): RequestFields;
  /** Holds the next request that `spec` meets until it is let go. */
  hold(spec: Omit<FaultSpec, 'do' | 'count'>): void;
  /** Lets what has been held longest go on, or to what `action` says. */
  letGo(action?: FaultAction): void;
}

/** Asserts what the page shows in a state of the journey. */
export type Showing = (visitor: Visitor, state: JourneySnapshot) => Promise<void>;

/** By a state's name within the journey, dotted. */
export type Showings = Record<string, Showing>;

/** Everything that is said above every screen: the network, and what waits. */
export const noticesOf = (page: Page) => page.locator('aside[aria-label="Waiting requests"]');

export const formOf = (page: Page) => page.getByRole('dialog', { name: 'Request service' });

export const listOf = (page: Page) => page.getByRole('dialog', { name: 'Waiting requests' });

/** What they think of the work. */
export const REVIEW = { stars: 4, text: 'Six weeks in, still like new.' };

/** On the landing page, under a worker that has kept what an offline visitor needs. */
export async function createVisitor(
  surroundings: Surroundings,
  start: JourneySnapshot,
): Promise<Visitor> {
  const { page, backend } = surroundings;
  let number = 0;
  const held: Deferred<FaultAction | undefined>[] = [];
  const work = workWith(backend, 'some');
  const visitor: Visitor = {
    ...surroundings,
    work,
    othersReviews: reviewsOf(backend, work).length,
    at: start,
    form: numberedFields(number),
    underWay: numberedFields(number),
    arrived: [],
    loads: 0,
    newWords() {
      number += 1;
      return { ...numberedFields(number), categories: [] };
    },
    hold(spec) {
      const each = deferred<FaultAction | undefined>();
      held.push(each);
      backend.faults.add({ ...spec, count: 1, do: { kind: 'hold', until: each.promise } });
    },
    letGo: (action) => held.shift()?.resolve(action),
  };
  page.on('load', () => (visitor.loads += 1));
  await page.goto('/');
  await appStarted(page);
  await workerControls(page);
  await keptForOffline(page);
  return visitor;
}

/** Whether the form offers the service types: offline it does when they were read before. */
export async function offersTypes({ page }: Visitor, state: JourneySnapshot): Promise<boolean> {
  if (state.matches({ network: 'online' })) return true;
  return page.evaluate(async () => {
    const kept = await (await caches.open('documents')).keys();
    return kept.some(({ url }) => new URL(url).pathname.endsWith('/configurations/configurations'));
  });
}
