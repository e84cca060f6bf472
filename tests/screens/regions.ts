/** A census of what speaks by itself: one sentence, once. */
import type { Page } from '@playwright/test';

/** A sentence and what it means for the visitor; a screen is longer. */
const MOST_CHARACTERS = 300;

/**
 * The faults of a page's live regions, one line each:
 * - only `output` (the role `status`) and alerts speak: they are spoken whole, and another region by whichever pieces of it changed
 * - a region within another one is spoken twice, and so is one in which something has the focus or is about to get it
 * - a screen is no region: it has a heading, fields, or more than a sentence
 */
export const regionFaults = (page: Page): Promise<string[]> =>
  page.evaluate((most) => {
    const REGION = 'output, [role=status], [role=alert], [role=log], [aria-live]';
    const faultsOf = (region: Element): string[] => {
      const text = region.textContent ?? '';
      const faults = {
        'is spoken in pieces': !region.matches('output, [role=status], [role=alert]'),
        'is within a region': region.parentElement?.closest(REGION),
        'has the focus': region.contains(document.activeElement),
        'is a screen': region.querySelector('h1, h2, h3, h4, [tabindex], input, textarea, form'),
        'is no sentence': text.length > most,
      };
      return Object.entries(faults)
        .filter(([, isSo]) => isSo)
        .map(([fault]) => `${fault}: ${text}`);
    };
    return [...document.querySelectorAll(REGION)].flatMap(faultsOf);
  }, MOST_CHARACTERS);
