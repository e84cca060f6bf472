// What a visitor has asked the system for: less motion, forced colours.
import type { Page } from '@playwright/test';
import { expect, test } from '../browser/fixtures';
import { STATES, settled, type ScreenState } from './states/index';

const stateOf = (name: string): ScreenState => STATES.find((state) => state.name === name)!;

test.describe('reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  for (const name of [
    'landing',
    'gallery-loading',
    'work-loading',
    'request-creating',
    'request-uploading',
    'request-success',
    'waiting-notice',
    'review-signing-in',
    'update-dialog',
  ]) {
    test(`${name} does not move`, async ({ page, context, backend }) => {
      const shown = await stateOf(name).open({ page, context, backend });
      expect(await movements(shown)).toEqual([]);
    });
  }

  test('goes from page to page and to a section at once', async ({ page }) => {
    await page.addInitScript(() => {
      Object.assign(window, { transitions: 0 });
      const start = document.startViewTransition?.bind(document);
      document.startViewTransition = (...args) => {
        (window as unknown as { transitions: number }).transitions += 1;
        return start(...args);
      };
    });
    await page.goto('/');
    await expect(page.locator('#gallerySection').getByRole('link')).toHaveCount(8);
    const jump = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          // The first movement is the whole way.
          const onScroll = () =>
            resolve(document.getElementById('gallerySection')!.getBoundingClientRect().top);
          addEventListener('scroll', onScroll, { once: true });
          const tiles = document.querySelector('[data-testid=tiles]')!;
          tiles.querySelector<HTMLElement>('a[href="/#gallerySection"]')!.click();
        }),
    );
    expect(Math.abs(jump)).toBeLessThan(200);
    await page.locator('#gallerySection').getByRole('link').first().click();
    await expect(page).toHaveURL(/\/work\//);
    expect(
      await page.evaluate(() => (window as unknown as { transitions: number }).transitions),
    ).toBe(0);
  });
});

test('without that wish, a card becomes the page of its work', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('#gallerySection').getByRole('link')).toHaveCount(8);
  const finished = page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const start = document.startViewTransition.bind(document);
        document.startViewTransition = (...args) => {
          const transition = start(...args);
          transition.finished.then(() => resolve(location.pathname), reject);
          return transition;
        };
      }),
  );
  await page.locator('#gallerySection').getByRole('link').first().click();
  expect(await finished).toMatch(/^\/work\//);
});

/** Everything that runs or would run for more than a blink and changes more than opacity or colour. */
function movements(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const STILL =
      /^(opacity|color|background-color|border-.*color|outline.*|fill|stroke|visibility)$/;
    const found: string[] = [];
    for (const animation of document.getAnimations()) {
      const { target, pseudoElement } = animation.effect as KeyframeEffect;
      const properties = (animation.effect as KeyframeEffect)
        .getKeyframes()
        .flatMap((frame) => Object.keys(frame))
        .filter((key) => !['offset', 'computedOffset', 'easing', 'composite'].includes(key));
      const moving = properties.filter((key) => !STILL.test(key));
      const duration = Number(animation.effect?.getComputedTiming().duration ?? 0);
      if (moving.length > 0 && duration > 1) {
        found.push(
          `${target?.getAttribute('class')}${pseudoElement ?? ''} animates ${moving.join()}`,
        );
      }
    }
    for (const element of document.querySelectorAll('*')) {
      const { transitionDuration, transitionProperty } = getComputedStyle(element);
      const durations = transitionDuration.split(', ').map(Number.parseFloat);
      const properties = transitionProperty.split(', ');
      properties.forEach((property, index) => {
        const seconds = durations[index % durations.length]!;
        if (seconds > 0.001 && property !== 'all' && !STILL.test(property)) {
          found.push(`${element.getAttribute('class')} has a transition of ${property}`);
        }
      });
    }
    return found;
  });
}

test.describe('forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active' } });

  for (const name of [
    'landing',
    'work',
    'request-filled',
    'request-uploading',
    'review-nearly-full',
  ]) {
    test(`${name}: every control can be told from the page`, async ({ page, context, backend }) => {
      const shown = await stateOf(name).open({ page, context, backend });
      await settled(shown);
      expect(await shapeless(shown)).toEqual([]);
    });
  }

  test('the slider, a chosen category and a rating are still to be seen', async ({
    page,
    context,
    backend,
  }) => {
    await stateOf('landing').open({ page, context, backend });
    const handle = page.getByRole('slider').locator('~ div');
    const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const line = await handle.evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(line).not.toBe(canvas);

    await stateOf('request-filled').open({ page, context, backend });
    const look = (label: string) =>
      page.getByText(label, { exact: true }).evaluate((text) => {
        const box = text.closest('label')!;
        const style = getComputedStyle(box);
        const mark = box.querySelectorAll('svg').length;
        return [style.borderColor, style.backgroundColor, style.outlineStyle, mark].join();
      });
    expect(await look('Kitchen cabinets')).not.toBe(await look('Bathroom vanity'));
  });
});

/** Buttons, fields and tiles that have neither an outline of their own nor text one could read. */
function shapeless(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const groundOf = (element: Element | null): string => {
      for (let at = element; at; at = at.parentElement) {
        const { backgroundColor } = getComputedStyle(at);
        if (!/, 0\)$|transparent/.test(backgroundColor)) return backgroundColor;
      }
      return 'rgb(255, 255, 255)';
    };
    const found: string[] = [];
    const controls = 'button, input:not([type=range]):not([type=file]), textarea, a[class*=button]';
    for (const control of document.querySelectorAll<HTMLElement>(controls)) {
      const box = control.getBoundingClientRect();
      const visible = control.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      if (!visible || box.width <= 1) continue;
      const name = `${control.localName}.${control.getAttribute('class')} ${control.textContent}`;
      const { color, borderTopWidth, borderTopStyle } = getComputedStyle(control);
      if (color === groundOf(control)) found.push(`${name} cannot be read`);
      const hasBorder = borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) > 0;
      const hasIcon = control.querySelector('svg') !== null;
      if (!hasBorder && !hasIcon && control.localName !== 'a') found.push(`${name} has no shape`);
    }
    return found;
  });
}
