import type { Page } from '@playwright/test';
import type { JourneySnapshot } from '../../journey/plan';
import type { Visitor } from './visitor';

/** Asserts what the page shows in a state of the journey. */
export type Showing = (visitor: Visitor, state: JourneySnapshot) => Promise<void>;

/** By a state's name within the journey, dotted. */
export type Showings = Record<string, Showing>;

/** Everything that is said above every screen: the network, and what waits. */
export const noticesOf = (page: Page) => page.locator('aside[aria-label="Waiting requests"]');

export const formOf = (page: Page) => page.getByRole('dialog', { name: 'Request service' });

export const listOf = (page: Page) => page.getByRole('dialog', { name: 'Waiting requests' });
