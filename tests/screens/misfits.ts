import type { Page } from '@playwright/test';

/** Elements that stick out of the window or cut their own text, each with what it says. */
export function misfits(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const found: string[] = [];
    const tell = (element: Element, what: string) => {
      const text = element.textContent?.trim().slice(0, 40) ?? '';
      found.push(
        `${what}: <${element.localName} class="${element.getAttribute('class')}"> ${text}`,
      );
    };
    // A wide table in a box of its own that scrolls is within reach.
    const scrolls = (element: Element): boolean => {
      const box = element.parentElement;
      if (!box || box === document.body) return false;
      return ['auto', 'scroll'].includes(getComputedStyle(box).overflowX) || scrolls(box);
    };
    if (document.documentElement.scrollWidth > width) found.push('the page scrolls sideways');
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const box = element.getBoundingClientRect();
      // Text for screen readers is one pixel wide on purpose.
      if (box.width <= 1 || box.height <= 1 || element.closest('.visually-hidden')) continue;
      const style = getComputedStyle(element);
      if (scrolls(element)) continue;
      if (box.right > width + 0.5 || box.left < -0.5) tell(element, 'sticks out');
      const cuts = style.overflowX !== 'visible' && !['auto', 'scroll'].includes(style.overflowX);
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
      if (cuts && hasText && element.scrollWidth > element.clientWidth + 1) tell(element, 'is cut');
      // A box that hides what it cannot hold cuts its children's text.
      if (cuts && !hasText) {
        const inner = box.left + element.clientLeft + element.clientWidth;
        for (const child of element.querySelectorAll('p, h1, h2, h3, a, button, label, li')) {
          if (child.checkVisibility() && child.getBoundingClientRect().right > inner + 1)
            tell(child, 'is cut by what is around it');
        }
      }
    }
    return found;
  });
}
